// Nightly proofs. A difference is our own error, so it is logged as one.
import * as audit from "~/platform/check-audit.server";
import * as ledger from "~/money/check-ledger.server";
import { checkModelUsage } from "~/staff/check-model-usage.server";
import { reconcile } from "~/staff/reconcile.server";
import { log } from "../log";

interface At {
  now: Date;
}

/** Proves that money and coins sum to 0, and that balances equal their entries (B5, B17). */
export async function checkLedger(): Promise<void> {
  // Every figure must be 0.
  const wrong = Object.entries(await ledger.checkLedger()).filter(([, figure]) => BigInt(figure) !== 0n);
  if (wrong.length === 0) log.info("the ledger is in balance");
  else
    log.fatal(
      Object.fromEntries(wrong.map(([name, figure]) => [name, String(figure)])),
      "the ledger is NOT in balance",
    );
}

/** Proves that no row of the audit was changed, removed or inserted; the audit's screen shows the result. */
export async function checkAudit(at: At): Promise<void> {
  const { rows, newest, fault } = await audit.checkAudit(at);
  if (fault === null) log.info({ rows, number: newest.number, hash: newest.hash }, "the audit is intact");
  else log.fatal({ fault }, "the audit was tampered with");
}

/** Proves that the counts on screens match their rows; the dashboard shows differences. */
export async function checkCounts({ now }: At): Promise<void> {
  const { states, faults } = await reconcile({ now, names: ["counts"] });
  for (const err of faults) log.error({ err }, "the check of the counts failed");
  if (states.counts === "differs") log.error("a count does NOT match its rows");
  else if (states.counts === "well") log.info("the counts match their rows");
}

/** Proves that the sums of model usage match their events, and the coins match the sums. */
export async function checkUsage(at: At): Promise<void> {
  const { days, wrong, rebuilt } = await checkModelUsage(at);
  if (rebuilt.length > 0) log.warn({ windows: rebuilt }, "windows of the largest users were wrong and are rebuilt");
  const [first] = wrong;
  if (first) log.error({ wrong: wrong.length, first }, "sums of model usage do NOT match their events");
  else log.info({ days }, "the sums of model usage match their events");
}
