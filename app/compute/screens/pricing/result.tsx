import type { FreeRow } from "~/compute/read-free.server";
import { CALC_PERIODS, costPph } from "~/compute/gpu-cost";
import { ButtonLink } from "~/platform/ui/button-link";
import { formatCents, formatGb } from "~/platform/ui/format";
import { rowKey } from "../reservation/choice";
import { SoldOut } from "~/compute/views/sold-out";
import { type Calculation, searchOf } from "./calculation";
import { sizingOf } from "~/compute/inside/pricing/sizing";

interface ResultProps {
  calculation: Calculation;
  /** Cents per GPU-hour; absent while the type has no price. */
  pphCents: number | undefined;
  free: FreeRow[];
}

/** Cost of the choice, what it includes, whether it would start now or is sold out, and the next step. */
export function Result({ calculation, pphCents, free }: ResultProps) {
  const { gpus, gpuType } = calculation;
  const period = CALC_PERIODS.find((one) => one.period === calculation.period) ?? CALC_PERIODS[0];
  const offers = free.filter((row) => row.gpu_type === gpuType && row.networks.includes(calculation.network));
  const ready = offers.find((row) => fitsOf(row, calculation.network).includes(gpus));
  const row = ready ?? offers.find((one) => one.max_gpus >= gpus) ?? offers[0];
  return (
    <div className="flex flex-col justify-center rounded-panel border bg-surface px-4 py-5 shadow-panel sm:px-6 md:self-stretch">
      <p className="text-sm text-muted">
        {gpus} × {gpuType}, {period.label}
      </p>
      <p>
        <strong className="block text-5xl font-semibold tracking-tighter tabular-nums">
          {pphCents === undefined ? "–" : formatCents(costPph(pphCents, gpus) * period.hours)}
        </strong>
      </p>
      {pphCents === undefined ? null : (
        <p className="mt-1 text-sm text-muted tabular-nums">
          {formatCents(pphCents)} × {gpus} {gpus === 1 ? "GPU" : "GPUs"} × {period.hours} h, charged by the second
        </p>
      )}
      <NodeSizing gpus={gpus} />
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        {row ? (
          <>
            <ButtonLink look="primary" to={`/configurator?${searchOf(calculation, {})}&row=${rowKey(row)}`}>
              Configure
            </ButtonLink>
            <p className="text-sm text-muted">
              {ready
                ? `Would start now in ${ready.cluster_name}`
                : row.max_gpus < gpus
                  ? `No cluster has ${gpus} of them; the largest size is ${row.max_gpus} GPUs in ${row.cluster_name}`
                  : "Would wait in the queue now"}
            </p>
          </>
        ) : (
          <SoldOut gpuType={gpuType} />
        )}
      </div>
    </div>
  );
}

function fitsOf({ fits }: FreeRow, network: string): number[] {
  return (fits as Record<string, number[] | undefined>)[network] ?? [];
}

/** Resources that the chosen GPUs include. */
function NodeSizing({ gpus }: { gpus: number }) {
  const { nodes, ramGb, ssdGb, vcpu } = sizingOf(gpus);
  return (
    <p className="mt-1 text-sm text-muted">
      {nodes > 1 ? `${nodes} nodes, each with ` : ""}
      {formatGb(ramGb)} RAM, {formatGb(ssdGb)} SSD, {nodes > 1 ? `${vcpu} vCPU` : `on a node with ${vcpu} vCPU`}
    </p>
  );
}
