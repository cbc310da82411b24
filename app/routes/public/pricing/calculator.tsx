import { GPU_CHOICES } from "~/domain/capacity/constants";
import { CALC_PERIODS } from "~/domain/pricing/cost";
import { ChoiceLinks } from "~/ui/choice-links";
import { NETWORK_LABELS } from "~/ui/labels";
import { pricingGpuLabel } from "~/ui/gpu-choice";
import { type Calculation, searchOf } from "./calculation";

/** Period, GPUs and network as links, so that each choice has an address and needs no script. */
export function Calculator({ calculation }: { calculation: Calculation }) {
  const to = (change: Partial<Calculation>) => `/pricing?${searchOf(calculation, change)}`;
  return (
    <div className="flex flex-col gap-4">
      <ChoiceLinks
        label="Period"
        choices={CALC_PERIODS.map(({ period, label }) => ({
          label,
          to: to({ period }),
          current: period === calculation.period,
        }))}
      />
      <ChoiceLinks
        label="GPUs"
        choices={GPU_CHOICES.map((gpus) => ({
          label: pricingGpuLabel(gpus),
          to: to({ gpus }),
          current: gpus === calculation.gpus,
        }))}
      />
      <ChoiceLinks
        label="Network"
        choices={Object.entries(NETWORK_LABELS).map(([network, label]) => ({
          label,
          to: to({ network }),
          current: network === calculation.network,
        }))}
      />
    </div>
  );
}
