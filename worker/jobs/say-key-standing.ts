import { readKeyRefusals } from "~/domain/payments/provider/key-standing.server";
import { log } from "../log";

/** What the log has said last: the requests that are refused, by web and worker alike. */
let said: ReadonlySet<string | null> = new Set();

/** Says in the log what has changed about the key since the last time: once for each change, not for each request. */
export async function sayKeyStanding(): Promise<void> {
  const refusals = await readKeyRefusals();
  for (const { call, message } of refusals)
    if (!said.has(call)) log.error({ call: call ?? "all", said: message }, "the payment provider refuses our key");
  const now = new Set(refusals.map(({ call }) => call));
  for (const call of said)
    if (!now.has(call)) log.info({ call: call ?? "all" }, "the payment provider takes our key again");
  said = now;
}
