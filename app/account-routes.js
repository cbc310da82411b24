/** The rows of what people do with their own account in the routes table (`routes.js`), which gives what makes a row. */

/**
 * @template Row
 * @param {(url: string, folder: string) => Row} forAll
 * @param {(url: string, folder: string) => Row} forCustomers
 */
export const accountScreens = (forAll, forCustomers) => [
  forAll("/email-change/:token", "email-change"),
  forAll("/login/with/:provider", "login-with"),
  forAll("/login/passkey", "login-passkey"),
  forAll("/login/callback/:provider", "login-callback"),
  forCustomers("/user/link", "link"),
  forCustomers("/user/email", "email"),
  forCustomers("/user/data", "data"),
];
