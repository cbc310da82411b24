import { freeGpus } from "~/compute/free-gpus";
import type { FreeRow } from "~/compute/read-free.server";
import type { Prices } from "~/compute/gpu-cost";
import type { GpuType } from "~/compute/gpu-type";
import { formatCents } from "~/platform/ui/format";
import { classes } from "~/platform/ui/classes";
import { GpuPicture } from "~/platform/ui/gpu-picture";
import { startable } from "~/compute/views/starts-now";

interface MarketProps {
  types: GpuType[];
  /** Live prices. */
  prices: Prices;
  free: FreeRow[];
}

/** A line per GPU type: specification, price per GPU-hour, and free GPUs. Types without a node come last. */
export function Market({ types, prices, free }: MarketProps) {
  const rows = types.map((type) => ({ type, nodes: free.filter((row) => row.gpu_type === type.gpuType) }));
  const inOrder = [...rows.filter(({ nodes }) => nodes.length > 0), ...rows.filter(({ nodes }) => nodes.length === 0)];
  return (
    <ul className="divide-y">
      {inOrder.map(({ type: { gpuType, name, memory, pphCents }, nodes }) => (
        <li key={gpuType} className="flex items-center gap-4 px-4 py-3.5 sm:px-5">
          <GpuPicture name={name} memory={memory} />
          <div className="min-w-0 grow">
            <h3 className="font-semibold">
              {gpuType} <span className="text-sm font-normal text-muted">{memory}</span>
            </h3>
            <FreeOf rows={nodes} />
          </div>
          <p className="text-right whitespace-nowrap tabular-nums">
            <span className="font-semibold">{formatCents(prices[gpuType] ?? pphCents)}</span>
            <span className="block text-xs text-muted">per GPU-hour</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function FreeOf({ rows }: { rows: FreeRow[] }) {
  if (rows.length === 0) return <p className="text-sm text-muted">Sold out</p>;
  return (
    <ul className="text-sm text-muted">
      {rows.map((row) => {
        const gpus = freeGpus(row);
        const most = Math.max(0, ...startable(row));
        return (
          <li key={row.cluster_name} className="flex items-baseline gap-2">
            <span
              aria-hidden="true"
              className={classes("size-2 flex-none self-center rounded-full", gpus > 0 ? "bg-ok" : "bg-edge")}
            />
            <span className="tabular-nums">
              {row.cluster_name}: {gpus} free{most > 0 ? `, up to ${most} in one task` : ""}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
