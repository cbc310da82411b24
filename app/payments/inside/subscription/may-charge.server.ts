import { isLive } from "~/payments/stripe-client.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";

/**
 * Checks whether a user may add amounts to their own invoice: everyone in demo mode, only with `money.act` if the money is real (3.1).
 */
export function mayCharge(account: WithRights): boolean {
  return !isLive() || hasRight(account, "money.act");
}
