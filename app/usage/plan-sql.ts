import { PRO_STATUSES } from "~/payments/subscription-states";

/** SQL: user `u` has PRO now. */
export const HAS_PRO = `u.codify_subscription_status in (${PRO_STATUSES.map((status) => `'${status}'`).join(", ")})`;
