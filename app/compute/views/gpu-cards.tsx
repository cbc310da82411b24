import type { FreeRow } from "~/compute/read-free.server";
import type { GpuType } from "~/compute/gpu-type";
import type { Prices } from "~/compute/gpu-cost";
import { classes } from "~/platform/ui/classes";
import { formatCents } from "~/platform/ui/format";
import { Link } from "~/platform/ui/link";
import { rowKey } from "../screens/reservation/choice";
import { SoldOut } from "./sold-out";

interface GpuCardsProps {
  types: GpuType[];
  /** Cents per GPU-hour as they are now; a type without price is not shown. */
  prices: Prices;
  free: FreeRow[];
  /** Puts the facts on one line, where a form shares the page with the cards. */
  compact?: boolean;
  /** Returns the link for the choice of a row. */
  to: (row: FreeRow) => string;
  /** `cluster_name:gpu_type` that is chosen now, where something is. */
  chosen?: string;
  onChoose?: (row: FreeRow) => void;
}

/**
 * Cards of the offer: per GPU type its price, its facts and the free numbers by place; each place is a link. On a phone
 * the facts of all types open below the cards.
 */
export function GpuCards({ types, prices, free, compact = false, ...links }: GpuCardsProps) {
  const cards = types
    .flatMap((type) => {
      const pphCents = prices[type.gpuType];
      const rows = free.filter((row) => row.gpu_type === type.gpuType);
      return pphCents === undefined ? [] : [{ type, pphCents, rows }];
    })
    // Types that cannot be rented now come last.
    .toSorted(
      (one, other) => Number(one.rows.length === 0) - Number(other.rows.length === 0) || one.pphCents - other.pphCents,
    );
  return (
    <div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15.5rem),1fr))] gap-3 max-sm:gap-2">
        {cards.map(({ type, pphCents, rows }) => (
          <li
            key={type.gpuType}
            className={classes(
              "gpu-card",
              rows.some((row) => rowKey(row) === links.chosen) && "border-accent outline outline-accent",
            )}
          >
            <Head type={type} pphCents={pphCents} />
            {compact ? <p className="col-span-2 text-xs text-muted max-sm:hidden">{factLine(type)}</p> : null}
            {compact ? null : <FactList type={type} />}
            <Places gpuType={type.gpuType} rows={rows} {...links} />
          </li>
        ))}
      </ul>
      <details className="more mt-3 sm:hidden">
        <summary className="flex items-center justify-between gap-3 text-sm font-medium">What each of them has</summary>
        <ul className="mt-2 flex flex-col gap-2">
          {cards.map(({ type }) => (
            <li key={type.gpuType} className="text-xs text-muted">
              <span className="font-medium text-ink">{type.gpuType}</span> {type.memory} · {factLine(type)}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Head({ type: { gpuType, name, memory }, pphCents }: { type: GpuType; pphCents: number }) {
  return (
    <>
      <h3 className="min-w-0">
        <span className="block font-semibold [overflow-wrap:anywhere]">{name || gpuType}</span>
        <span className="block text-xs text-muted">{[name && gpuType, memory].filter(Boolean).join(" · ")}</span>
      </h3>
      <p className="text-right max-sm:row-span-2">
        <span className="block font-semibold tabular-nums">{formatCents(pphCents)}</span>
        <span className="block text-xs whitespace-nowrap text-muted">per GPU-hour</span>
      </p>
    </>
  );
}

/** Formats the resources of a GPU in a line or two: its name and memory are above. */
function factLine({ cores, singlePrecision, cpu, ram, disk, network }: GpuType): string {
  return [
    cores && `${cores} cores`,
    singlePrecision,
    cpu,
    ram && ram.replace(" per GPU", " RAM per GPU"),
    disk,
    network,
  ]
    .filter(Boolean)
    .join(" · ");
}

function FactList({ type: { cores, singlePrecision, cpu, ram, disk, network } }: { type: GpuType }) {
  const facts = [
    ["Cores", cores],
    ["Single precision", singlePrecision],
    ["Processor", cpu],
    ["RAM", ram],
    ["Disk", disk],
    ["Network", network],
  ].filter(([, value]) => value);
  return (
    <dl className="col-span-2 grid grid-cols-[auto_1fr] content-start gap-x-3 gap-y-0.5 text-xs max-sm:hidden">
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
  gpuType,
  rows,
  to,
  chosen,
  onChoose,
}: { gpuType: string; rows: FreeRow[] } & Pick<GpuCardsProps, "to" | "chosen" | "onChoose">) {
  if (rows.length === 0) return <SoldOut gpuType={gpuType} />;
  return (
    <ul className="flex flex-wrap gap-1.5 self-end sm:col-span-2">
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
              className={classes("gpu-place", current && "border-accent bg-accent-soft font-medium")}
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
