import type { Check, FoundDifference } from "./check-outcome";
import { figure } from "./check-outcome";
import { type ComparedKey, listUnequalKeys } from "./compare-keys.server";
import { keepComparedSums } from "./compared-sums.server";
import { exactText } from "./exact-dollars";
import { recordMovements } from "./record-movements.server";
import { settleKey } from "./settle-key.server";

/** Age below which the provider may not list a posting yet. */
export const GRACE_MS = 10 * 60_000;

/**
 * Compares the provider's movements with the ledger one by one. Settles those missing here; the rest are differences.
 */
export const checkMovements: Check = async ({ now }) => {
  const { read, added } = await recordMovements({ now });
  const reasons = new Map<string, string>();
  const before = await listUnequalKeys();
  for (const { key, atProvider } of before) {
    const reason = atProvider ? await settleKey(key, now) : null;
    if (reason) reasons.set(key, reason);
  }
  const left = before.length === 0 ? [] : await listUnequalKeys();
  const settled = before.filter(({ key, atProvider }) => atProvider && !left.some((one) => one.key === key));
  const differences = left
    .filter(({ atProvider, at }) => atProvider || now.getTime() - at.getTime() > GRACE_MS)
    .map((one) => differenceOf(one, reasons.get(one.key)));
  await keepComparedSums({ until: new Date(now.getTime() - GRACE_MS) });
  return {
    figures: [figure("Movements read", read), figure("New", added), figure("Settled by this check", settled.length)],
    differences,
  };
};

function differenceOf(found: ComparedKey, reason: string | undefined): FoundDifference {
  const { key, ledgerUnits, providerUnits, inLedger, atProvider } = found;
  const subject = key.slice("stripe:".length);
  const amounts = { ledgerUnits, providerUnits };
  const because = reason ? ` It could not be settled: ${reason}` : "";
  if (!inLedger)
    return {
      kind: "missing-here",
      subject,
      ...amounts,
      text: `The provider reports ${exactText(providerUnits)}; the ledger has nothing for it.${because}`,
    };
  if (!atProvider)
    return {
      kind: "missing-there",
      subject,
      ...amounts,
      text: `The ledger has ${exactText(ledgerUnits)}; the provider reports no such movement.`,
    };
  return {
    kind: "amount",
    subject,
    ...amounts,
    text: `The ledger has ${exactText(ledgerUnits)}, the provider ${exactText(providerUnits)}.${because}`,
  };
}
