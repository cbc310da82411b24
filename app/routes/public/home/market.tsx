import type { FreeRow } from "~/domain/capacity/read-free.server";
import type { Prices } from "~/domain/pricing/cost";
import { formatCents } from "~/ui/format";
import { classes } from "~/ui/classes";
import { byPrice } from "../by-price";
import { startable } from "../starts-now";

/** One line per GPU type: its price per GPU-hour, and where how many are free. */
export function Market({ prices, free }: { prices: Prices; free: FreeRow[] }) {
  return (
    <dl className="divide-y">
      {byPrice(prices).map(([gpuType, pphCents]) => (
        <div key={gpuType} className="grid grid-cols-[1fr_auto] gap-x-4 px-4 py-3 sm:px-5">
          <dt className="font-semibold">{gpuType}</dt>
          <dd className="text-right tabular-nums">
            <span className="font-semibold">{formatCents(pphCents)}</span>{" "}
            <span className="text-sm text-muted">per GPU-hour</span>
          </dd>
          <dd className="col-span-2 text-sm text-muted">
            <FreeOf rows={free.filter((row) => row.gpu_type === gpuType)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FreeOf({ rows }: { rows: FreeRow[] }) {
  if (rows.length === 0) return <span>No node of this type at the moment</span>;
  return (
    <ul>
      {rows.map((row) => {
        const gpus = row.free_gpus + row.free_fragmented_gpus;
        const most = Math.max(0, ...startable(row));
        return (
          <li key={row.cluster_name} className="flex items-baseline gap-2">
            <span
              aria-hidden="true"
              className={classes("size-2 self-center rounded-full", gpus > 0 ? "bg-ok" : "bg-edge")}
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
