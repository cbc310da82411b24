import { retryDue, watchInvoices } from "../billing/collect";
import { renewDue } from "../billing/cycle";
import { remember } from "../state/recall";
import type { Sandbox } from "../state/sandbox";
import { expireSessions, watchCheckout } from "./end-checkout";
import { watchDisputes } from "./make-dispute";
import { failRefunds } from "./make-refund";

/** Short enough that events of a long leap happen in order. */
const STEP_SECONDS = 3600;

/** Runs everything that is due. */
export function doDue(sandbox: Sandbox): void {
  expireSessions(sandbox);
  failRefunds(sandbox);
  retryDue(sandbox);
  renewDue(sandbox);
}

/** Moves the clock forward. */
export function advance(sandbox: Sandbox, seconds: number): void {
  for (let left = seconds; left > 0; left -= STEP_SECONDS) {
    sandbox.clock.advance(Math.min(left, STEP_SECONDS));
    doDue(sandbox);
  }
  remember(sandbox);
}

/** Lets objects follow the changes of others. */
export function watch(sandbox: Sandbox): void {
  watchCheckout(sandbox);
  watchInvoices(sandbox);
  watchDisputes(sandbox);
}
