import { runAutoTopUps } from "~/payments/run-auto-top-ups.server";
import { readKeyRefusals } from "~/payments/key-standing.server";
import { ProviderRefusesKey, takesCards } from "~/payments/stripe-client.server";
import { presentTime } from "~/platform/time.server";
import { reconcile } from "~/staff/reconcile.server";
import { sendUsage } from "~/payments/send-usage.server";
import { processEvents } from "~/payments/process-events.server";
import { log } from "../log";

interface At {
  now: Date;
}
type Asked = Record<string, unknown> & { failures: Record<string, unknown>[] };

/**
 * Runs work at the payment provider: each failure is logged and retried; a refused key is logged once, not per call.
 */
export function atProvider(work: (at: At) => Promise<Asked>) {
  return async (at: At) => {
    const { failures, ...figures } = await work(at);
    for (const { error, ...facts } of failures)
      if (!(error instanceof ProviderRefusesKey))
        log.warn({ err: error, ...facts }, "the payment provider did not answer as it should, trying again later");
    await logKeyFault();
    return figures;
  };
}

/** Charges the cards of tenants whose balance has fallen below their threshold. */
export async function autoTopUp(at: At) {
  if (takesCards()) return await atProvider(runAutoTopUps)(at);
}

/** Sends metered minutes to the payment provider (3.4). */
export async function sendMinutes(at: At) {
  const { failed, ...figures } = await sendUsage(at);
  for (const { reportId, error } of failed)
    log.error({ reportId, error }, "metered minutes are not billed, somebody has to look at them");
  return figures;
}

/** Processes the events that the payment provider reported (4.3). */
export async function processReports({ now }: At) {
  const results = await processEvents({ now, clock: presentTime });
  for (const { type } of results.filter(({ result }) => result === "failed"))
    log.error({ type }, "an event of the payment provider was not processed, trying it again later");
  return results.length;
}

/** Compares the ledger with the payment provider and checks it; the money screen shows the result. */
export async function reconcileMoney(at: At): Promise<void> {
  const { states, faults } = await reconcile(at);
  for (const err of faults) log.error({ err }, "a check of the money failed");
  const quiet = new Set(["well", "off", "refused"]);
  const wrong = Object.entries(states).filter(([, state]) => !quiet.has(state));
  await logKeyFault();
  if (wrong.length > 0) log.warn({ checks: Object.fromEntries(wrong) }, "the money does not add up everywhere");
  else if (!Object.values(states).includes("refused")) log.info("the money adds up");
}

/** The refusals of the last log line, shared by web and worker. */
let logged: ReadonlySet<string | null> = new Set();

/** Logs a change in the acceptance of the key: once per change, not per request. */
async function logKeyFault(): Promise<void> {
  const refusals = await readKeyRefusals();
  for (const { call, message } of refusals)
    if (!logged.has(call)) log.error({ call: call ?? "all", said: message }, "the payment provider refuses our key");
  const now = new Set(refusals.map(({ call }) => call));
  for (const call of logged)
    if (!now.has(call)) log.info({ call: call ?? "all" }, "the payment provider accepts our key again");
  logged = now;
}
