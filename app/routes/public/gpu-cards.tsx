import type { FreeRow } from "~/domain/capacity/read-free.server";
import type { GpuType } from "~/domain/pricing/gpu-type";
import type { Prices } from "~/domain/pricing/cost";
import { classes } from "~/ui/classes";
import { formatCents } from "~/ui/format";
import { Link } from "~/ui/link";
import { rowKey } from "./reservation/choice";

interface GpuCardsProps {
  types: GpuType[];
  /** Cents per GPU-hour as they are now; a type without price is not shown. */
  prices: Prices;
  free: FreeRow[];
  /** Where the choice of a row leads. */
  to: (row: FreeRow) => string;
  /** `cluster_name:gpu_type` that is chosen now, where something is. */
  chosen?: string;
  onChoose?: (row: FreeRow) => void;
}

/** What can be rented: a card per GPU type with its price, its facts and where how many are free; each place is a link. */
export function GpuCards({ types, prices, free, ...links }: GpuCardsProps) {
  const cards = types
    .flatMap((type) => {
      const pphCents = prices[type.gpuType];
      const rows = free.filter((row) => row.gpu_type === type.gpuType);
      return pphCents === undefined ? [] : [{ type, pphCents, rows }];
    })
    // What nobody can rent right now comes last.
    .toSorted(
      (one, other) => Number(one.rows.length === 0) - Number(other.rows.length === 0) || one.pphCents - other.pphCents,
    );
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15.5rem),1fr))] gap-3">
      {cards.map(({ type, pphCents, rows }) => (
        <li
          key={type.gpuType}
          className={classes(
            "flex min-w-0 flex-col gap-3 rounded-panel border bg-surface p-4 shadow-panel",
            rows.some((row) => rowKey(row) === links.chosen) && "border-accent outline outline-accent",
          )}
        >
          <Head type={type} pphCents={pphCents} />
          <FactList type={type} />
          <Places rows={rows} {...links} />
        </li>
      ))}
    </ul>
  );
}

function Head({ type: { gpuType, name }, pphCents }: { type: GpuType; pphCents: number }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <h3 className="min-w-0">
        <span className="block font-semibold [overflow-wrap:anywhere]">{name || gpuType}</span>
        {name ? <span className="block text-xs text-muted">{gpuType}</span> : null}
      </h3>
      <p className="text-right">
        <span className="block font-semibold tabular-nums">{formatCents(pphCents)}</span>
        <span className="block text-xs whitespace-nowrap text-muted">per GPU-hour</span>
      </p>
    </div>
  );
}

function FactList({ type: { memory, cores, cpu, ram, disk, network } }: { type: GpuType }) {
  const facts = [
    ["Memory", memory],
    ["Cores", cores],
    ["Processor", cpu],
    ["RAM", ram],
    ["Disk", disk],
    ["Network", network],
  ].filter(([, value]) => value);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Places({
  rows,
  to,
  chosen,
  onChoose,
}: { rows: FreeRow[] } & Pick<GpuCardsProps, "to" | "chosen" | "onChoose">) {
  if (rows.length === 0) return <p className="mt-auto text-sm text-muted">No node of this type at the moment</p>;
  return (
    <ul className="mt-auto flex flex-wrap gap-1.5">
      {rows.map((row) => {
        const gpus = row.free_gpus + row.free_fragmented_gpus;
        const current = rowKey(row) === chosen;
        return (
          <li key={row.cluster_name}>
            <Link
              to={to(row)}
              preventScrollReset={chosen !== undefined}
              onClick={() => onChoose?.(row)}
              aria-current={current ? "true" : undefined}
              aria-label={`Rent ${row.gpu_type} in ${row.cluster_name}: ${gpus} free`}
              className={classes(
                "inline-flex min-h-8 items-center gap-1.5 rounded-control border px-2.5 text-sm tabular-nums hover:border-accent",
                current && "border-accent bg-accent-soft font-medium",
              )}
            >
              <span aria-hidden="true" className={classes("size-2 rounded-full", gpus > 0 ? "bg-ok" : "bg-edge")} />
              {row.cluster_name} · {gpus} free
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
