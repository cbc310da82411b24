import type { Sandbox } from "../state/sandbox";
import { expireSessions, watchCheckout } from "./end-checkout";
import { watchDisputes } from "./make-dispute";
import { failRefunds } from "./make-refund";

/** Does what its time has come for. */
export function doDue(sandbox: Sandbox): void {
  expireSessions(sandbox);
  failRefunds(sandbox);
}

/** Lets objects follow what happens to others. */
export function watch(sandbox: Sandbox): void {
  watchCheckout(sandbox);
  watchDisputes(sandbox);
}
