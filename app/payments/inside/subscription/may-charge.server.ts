import { isLive } from "~/payments/stripe-client.server";
import type { Role } from "~/platform/role";

/**
 * Checks whether a user may add amounts to their own invoice: everyone in demo mode, only admins with real money (3.1).
 */
export function mayCharge(role: Role): boolean {
  return !isLive() || role === "admin";
}
