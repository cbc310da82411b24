import { db, transaction } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { PAYMENTS_MISSING } from "~/payments/missing-payments-sql";
import { ProviderRefusesKey, ProviderSilent, takesCards } from "~/payments/stripe-client.server";
import { checkCharges } from "./inside/reconcile/check-charges.server";
import { checkCounts } from "./inside/reconcile/check-counts.server";
import { checkEvents } from "./inside/reconcile/check-events.server";
import { checkDebts, checkEntries, checkUsage } from "./inside/reconcile/check-invariants.server";
import { checkMovements } from "./inside/reconcile/check-movements.server";
import {
  type Check,
  type CheckOutcome,
  type CheckState,
  MONEY_CHECKS,
  type ReconciledCheck,
} from "./inside/reconcile/check-outcome";
import { checkProviderBalance } from "./inside/reconcile/check-provider-balance.server";
import { checkTopUps } from "./inside/reconcile/check-top-ups.server";
import { keepCheck } from "./inside/reconcile/keep-check.server";

const CHECKS: Record<ReconciledCheck, { check: Check; asksProvider: boolean }> = {
  movements: { check: checkMovements, asksProvider: true },
  "provider-balance": { check: checkProviderBalance, asksProvider: true },
  "top-ups": { check: checkTopUps, asksProvider: true },
  events: { check: checkEvents, asksProvider: true },
  ledger: { check: checkEntries, asksProvider: false },
  debts: { check: checkDebts, asksProvider: false },
  charges: { check: checkCharges, asksProvider: true },
  usage: { check: checkUsage, asksProvider: false },
  counts: { check: checkCounts, asksProvider: false },
};

interface Result {
  state: CheckState;
  message: string;
  outcome: CheckOutcome | null;
  fault?: unknown;
}

/** Checks whether the money was ever checked, and the payments since a restored backup were looked for. */
export async function isReconciled(): Promise<boolean> {
  const checked = `select from reconcile_check where name = any($1::text[]) and not ${PAYMENTS_MISSING} limit 1`;
  return (await db.query(checked, [MONEY_CHECKS])).length > 0;
}

/**
 * Compares the ledger with the provider and with itself, repairs what it can, and stores the differences. May run in
 * several workers, and be interrupted.
 * @returns the result of each check, and our own faults.
 */
export async function reconcile({
  now,
  names = MONEY_CHECKS,
}: {
  now: Date;
  names?: readonly ReconciledCheck[];
}): Promise<{
  states: Partial<Record<ReconciledCheck, CheckState>>;
  faults: unknown[];
}> {
  const states: Partial<Record<ReconciledCheck, CheckState>> = {};
  const faults: unknown[] = [];
  for (const name of names) {
    const startedMs = performance.now();
    // Totals mean nothing if the movements could not be read.
    const unread = name === "provider-balance" ? UNREAD[states.movements ?? "off"] : null;
    const result = unread ?? (await look(name, now));
    states[name] = result.state;
    if (result.fault !== undefined) faults.push(result.fault);
    const { state, message, outcome } = result;
    await keepCheck({
      name,
      state,
      message,
      outcome,
      now,
      tookMs: Math.round(performance.now() - startedMs),
    });
  }
  // Lets the open Money screen show results as they arrive.
  await transaction((tx) => announce(tx, [{ entity: "checks", key: "checks" }]));
  return { states, faults };
}

const SILENT: Result = { state: "silent", message: "The provider gave no answer.", outcome: null };
const REFUSED: Result = {
  state: "refused",
  message: "The provider refuses this installation's key.",
  outcome: null,
};
/** The result for totals if the movements could not be read. */
const UNREAD: Partial<Record<CheckState, Result>> = { silent: SILENT, failed: SILENT, refused: REFUSED };
const OFF: Result = { state: "off", message: "No payment provider is set up.", outcome: null };

async function look(name: ReconciledCheck, now: Date): Promise<Result> {
  const { check, asksProvider } = CHECKS[name];
  if (asksProvider && !takesCards()) return OFF;
  try {
    const outcome = await check({ now });
    return { state: outcome.differences.length > 0 ? "differs" : "well", message: "", outcome };
  } catch (fault) {
    if (fault instanceof ProviderRefusesKey) return { ...REFUSED, message: inItsWords(REFUSED, fault) };
    if (fault instanceof ProviderSilent) return { ...SILENT, message: inItsWords(SILENT, fault) };
    const message = fault instanceof Error ? fault.message : String(fault);
    return { state: "failed", message, outcome: null, fault };
  }
}

/** Formats the provider's text, which says what to repair. */
function inItsWords({ message }: Result, { cause }: ProviderSilent): string {
  const words = cause instanceof Error ? cause.message : "";
  return [message, words].filter(Boolean).join(" ");
}
