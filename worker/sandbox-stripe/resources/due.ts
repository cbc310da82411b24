import type { Sandbox } from "../state/sandbox";
import { expireSessions, watchCheckout } from "./end-checkout";

/** Does what its time has come for. */
export function doDue(sandbox: Sandbox): void {
  expireSessions(sandbox);
}

/** Lets objects follow what happens to others. */
export function watch(sandbox: Sandbox): void {
  watchCheckout(sandbox);
}
