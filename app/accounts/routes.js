import { rowsOf } from "../platform/route-rows.js";

/** @typedef {import("../platform/route-rows.js").Screen} Screen */
/** @typedef {import("../platform/route-rows.js").JsonPath} JsonPath */

const { forAll, forCustomers, pathsOf } = rowsOf("accounts");

/** @type {Screen[]} */
export const screens = [
  forAll("/login", "login"),
  forAll("/login/with/:provider", "login-with"),
  forAll("/login/passkey", "login-passkey"),
  forAll("/login/callback/:provider", "login-callback"),
  forAll("/two-factor", "two-factor"),
  forAll("/register", "register"),
  forAll("/verify", "resend"),
  forAll("/verify/:token", "verify"),
  forAll("/forgot", "forgot"),
  forAll("/reset/:token", "reset"),
  forAll("/invitations/:token", "invitation"),
  forAll("/email-change/:token", "email-change"),

  forCustomers("/user", "user", { label: "Profile", menus: { user: 1 } }),
  forCustomers("/settings", "settings", { label: "Company and address", menus: { user: 2 } }),
  forCustomers("/user/password", "password"),
  forCustomers("/user/email", "email"),
  forCustomers("/user/link", "link"),
  forCustomers("/user/notifications", "notifications"),
  forCustomers("/user/security", "security", { label: "Security", menus: { user: 3 } }),
  forCustomers("/user/team", "team", { label: "Team", menus: { user: 4 } }),
  forCustomers("/user/api-keys", "api-keys"),
  forCustomers("/device", "device"),
  forCustomers("/user/webhooks", "webhooks", { label: "Webhooks", menus: { user: 5 } }),
  forCustomers("/user/webhooks/:endpointId", "webhook"),
  forCustomers("/logout", "logout", { label: "Log out", menus: { user: 7 } }),
];

const account = pathsOf("account", "Account", "Login, profile, address and password.");
const apiKeys = pathsOf("api-keys", "API keys", "Keys for programs, and the login of a command line.");
const teams = pathsOf("teams", "Teams", "Members of a tenant, their roles, and open invitations.");
const webhooks = pathsOf("endpoints", "Webhooks", "Endpoints that receive events, and what was sent to them.");

/** @type {JsonPath[]} */
export const jsonPaths = [
  apiKeys("/v1/api-keys", "keys"),
  apiKeys("/v1/api-keys/rotate", "rotate"),
  apiKeys("/v1/api-keys/revoke", "revoke"),
  apiKeys("/v1/device/authorize", "device-authorize"),
  apiKeys("/v1/device/token", "device-token"),

  teams("/v1/team", "team"),
  teams("/v1/team/invitations", "invite"),
  teams("/v1/team/invitations/withdraw", "withdraw"),
  teams("/v1/team/members/change", "change-member"),
  teams("/v1/team/members/remove", "remove-member"),
  teams("/v1/team/leave", "leave"),
  teams("/v1/team/hand-over", "hand-over"),
  teams("/v1/teams", "teams"),
  teams("/v1/teams/switch", "switch"),

  account("/ajaxlogin", "ajaxlogin"),
  account("/users/self", "self"),
  account("/users/update", "update"),
  account("/users/password", "password"),
  account("/users/address", "address"),

  webhooks("/v1/webhooks", "endpoints"),
  webhooks("/v1/webhooks/:endpoint_id", "endpoint"),
  webhooks("/v1/webhooks/:endpoint_id/delete", "delete"),
  webhooks("/v1/webhooks/:endpoint_id/rotate", "rotate"),
  webhooks("/v1/webhooks/:endpoint_id/test", "test"),
  webhooks("/v1/webhooks/:endpoint_id/deliveries", "deliveries"),
  webhooks("/v1/webhooks/:endpoint_id/deliveries/:delivery_id/resend", "resend"),
];
