import { asUnits } from "~/money/units";
import { GRACE_MS } from "./check-movements.server";
import { type Check, figure, type FoundDifference } from "./check-outcome";
import { sumBothSides } from "./compare-keys.server";
import { exactText } from "./exact-dollars";

/** The ledger's provider account matches the provider's own sum. Runs after the movements are read. */
export const checkProviderBalance: Check = async ({ now }) => {
  const until = new Date(now.getTime() - GRACE_MS);
  const sums = await sumBothSides({ until });
  const { ledgerUnits, providerUnits, otherUnits, others } = sums;
  const differences: FoundDifference[] = [];
  if (ledgerUnits !== providerUnits)
    differences.push({
      kind: "total",
      subject: "provider",
      ledgerUnits,
      providerUnits,
      text: `The two totals differ by ${exactText(asUnits(ledgerUnits - providerUnits))}.`,
    });
  if (others > 0)
    differences.push({
      kind: "no-payment",
      subject: "provider",
      ledgerUnits: otherUnits,
      providerUnits: asUnits(0n),
      text: `${others} postings on the provider's account have no payment of the provider behind them.`,
    });
  return {
    figures: [
      figure("Up to", `${until.toISOString().slice(11, 16)} UTC`),
      figure("Ledger", exactText(ledgerUnits)),
      figure("Provider", exactText(providerUnits)),
      figure("Without a payment", exactText(otherUnits)),
    ],
    differences,
  };
};
