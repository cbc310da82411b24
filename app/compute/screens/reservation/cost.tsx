import type { Prices } from "~/compute/gpu-cost";
import { costPerDayCents, costPph } from "~/compute/gpu-cost";
import { formatCents } from "~/platform/ui/format";
import { Stat, StatRow } from "~/platform/ui/stat";
import type { Choice } from "./choice";

/** Cost per hour = GPUs × price, and 24 times that (B16). */
export function Cost({ choice, prices }: { choice: Choice; prices: Prices }) {
  const pphCents = pphOf(choice, prices);
  return (
    <StatRow>
      <Stat label="Cost per hour" value={pphCents === null ? "–" : formatCents(pphCents)} />
      <Stat label="Cost per 24 h" value={pphCents === null ? "–" : formatCents(costPerDayCents(pphCents))} />
    </StatRow>
  );
}

/** Cents per hour of the choice; null while its GPU type has no price. */
export function pphOf(choice: Choice, prices: Prices): number | null {
  const gpuPphCents = prices[choice.row.split(":")[1] ?? ""];
  return gpuPphCents === undefined ? null : costPph(gpuPphCents, Number(choice.gpu_min));
}
