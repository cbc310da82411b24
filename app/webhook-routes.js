/** The rows of customers' webhooks in the routes table (`routes.js`), which gives what makes a row. */

/**
 * The list is a row of `menu-screens.js`.
 * @template Row
 * @param {(url: string, folder: string) => Row} forCustomers
 */
export const webhookScreens = (forCustomers) => [forCustomers("/user/webhooks/:endpointId", "webhook")];

/**
 * @template Row
 * @param {(folder: string, title: string, about: string) => (url: string, name: string) => Row} pathsOf
 */
export const webhookPaths = (pathsOf) => {
  const webhooks = pathsOf(
    "endpoints",
    "Webhooks",
    "Where your programs are told what happens, and what they were sent.",
  );
  return [
    webhooks("/v1/webhooks", "endpoints"),
    webhooks("/v1/webhooks/:endpoint_id", "endpoint"),
    webhooks("/v1/webhooks/:endpoint_id/delete", "delete"),
    webhooks("/v1/webhooks/:endpoint_id/rotate", "rotate"),
    webhooks("/v1/webhooks/:endpoint_id/test", "test"),
    webhooks("/v1/webhooks/:endpoint_id/deliveries", "deliveries"),
    webhooks("/v1/webhooks/:endpoint_id/deliveries/:delivery_id/resend", "resend"),
  ];
};
