/** The rows of the screens under Billing in the routes table (`routes.js`), which gives what makes a row. */

/**
 * @template Row
 * @param {(url: string, folder: string) => Row} forCustomers
 */
export const billingScreens = (forCustomers) => [
  forCustomers("/billing/movements", "movements"),
  forCustomers("/billing/budget", "budget"),
  forCustomers("/billing/statements", "statements"),
  forCustomers("/billing/statements/:month", "statement"),
  forCustomers("/billing/statements/:month/lines/:lineId", "statement-line"),
  forCustomers("/billing/card", "card"),
  forCustomers("/billing/add-funds", "add-funds"),
  forCustomers("/billing/auto-top-up", "auto-top-up"),
];
