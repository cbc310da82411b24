import { isLive } from "~/domain/payments/provider/stripe-client.server";
import type { Role } from "~/domain/role";

/** Whether a user may add amounts to an own invoice: everybody in demo mode, with real money an admin only (3.1). */
export function mayCharge(role: Role): boolean {
  return !isLive() || role === "admin";
}
