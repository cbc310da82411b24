import { GPU_CHOICES } from "~/compute/gpu-sizes";
import { CALC_PERIODS } from "~/compute/gpu-cost";
import { type ChoiceLink, ChoiceLinks } from "~/platform/ui/choice-links";
import { pricingGpuLabel } from "~/platform/ui/gpu-choice";
import { NETWORK_LABELS } from "~/platform/ui/labels";
import { type Calculation, searchOf } from "./calculation";

interface CalculatorProps {
  calculation: Calculation;
  gpuTypes: string[];
  /** Networks of the chosen type; others cannot be chosen. */
  networks: readonly string[];
}

/** GPU type, period, GPUs and network as links, so that each choice has an address and needs no script. */
export function Calculator({ calculation, gpuTypes, networks }: CalculatorProps) {
  const to = (change: Partial<Calculation>) => `/pricing?${searchOf(calculation, change)}`;
  return (
    <div className="flex flex-col gap-4">
      <Row
        label="GPU type"
        choices={gpuTypes.map((gpuType) => ({
          label: gpuType,
          to: to({ gpuType }),
          current: gpuType === calculation.gpuType,
        }))}
      />
      <Row
        label="Period"
        choices={CALC_PERIODS.map(({ period, label }) => ({
          label,
          to: to({ period }),
          current: period === calculation.period,
        }))}
      />
      <Row
        label="GPUs"
        choices={GPU_CHOICES.map((gpus) => ({
          label: pricingGpuLabel(gpus),
          to: to({ gpus }),
          current: gpus === calculation.gpus,
        }))}
      />
      <Row
        label="Network"
        choices={Object.entries(NETWORK_LABELS).map(([network, label]) => ({
          label,
          to: networks.includes(network) ? to({ network }) : null,
          current: network === calculation.network,
        }))}
      />
    </div>
  );
}

function Row({ label, choices }: { label: string; choices: ChoiceLink[] }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium">
        {label}
      </span>
      <ChoiceLinks label={label} choices={choices} />
    </div>
  );
}
