import { freeGpus } from "~/compute/free-gpus";
import type { FreeRow } from "~/compute/read-free.server";
import type { GpuType } from "~/compute/gpu-type";
import type { Prices } from "~/compute/gpu-cost";
import type { ReactNode } from "react";
import { classes } from "~/platform/ui/classes";
import { formatCents } from "~/platform/ui/format";
import { Link } from "~/platform/ui/link";
import { SoldOut } from "./sold-out";

export interface GpuCardsProps {
  types: GpuType[];
  /** Present price in cents per GPU-hour; a type without price is not shown. */
  prices: Prices;
  free: FreeRow[];
  /** Puts the facts on one line, if a form shares the page with the cards. */
  compact?: boolean;
  /** Control that chooses a row: a link, or a field of a form. */
  place: (row: FreeRow) => ReactNode;
}

/**
 * Cards of the offer: per GPU type its price, its facts and the free numbers by place; each place can be chosen. On a phone
 * the facts of all types open below the cards.
 */
export function GpuCards({ types, prices, free, compact = false, place }: GpuCardsProps) {
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
          <li key={type.gpuType} className="gpu-card">
            <Head type={type} pphCents={pphCents} />
            {compact ? <p className="col-span-2 text-xs text-muted max-sm:hidden">{factLine(type)}</p> : null}
            {compact ? null : <FactList type={type} />}
            <Places gpuType={type.gpuType} rows={rows} place={place} />
          </li>
        ))}
      </ul>
      <details className="more mt-3 sm:hidden">
        <summary className="flex items-center justify-between gap-3 text-sm font-medium">
          What each type includes
        </summary>
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
        <span className="block text-lg font-semibold [overflow-wrap:anywhere]">{name || gpuType}</span>
        <span className="block text-xs text-muted">{[name && gpuType, memory].filter(Boolean).join(" · ")}</span>
      </h3>
      <p className="text-right max-sm:row-span-2">
        <span className="block text-xl leading-6.25 font-semibold tabular-nums">{formatCents(pphCents)}</span>
        <span className="block text-xs whitespace-nowrap text-muted">per GPU-hour</span>
      </p>
    </>
  );
}

const PER_GPU = " per GPU";

/** Formats the resources of a GPU in a line or two, below its name and memory. "per GPU" appears once for all. */
function factLine({ cores, singlePrecision, cpu, ram, disk, network }: GpuType): string {
  const each = [cpu, ram && ram.replace(PER_GPU, ` RAM${PER_GPU}`), disk].filter(Boolean);
  const shared = each.every((fact) => fact.endsWith(PER_GPU));
  return [
    cores && `${cores} cores`,
    singlePrecision,
    network,
    shared ? `${each.map((fact) => fact.slice(0, -PER_GPU.length)).join(", ")}${PER_GPU}` : each.join(" · "),
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

function Places({ gpuType, rows, place }: { gpuType: string; rows: FreeRow[] } & Pick<GpuCardsProps, "place">) {
  if (rows.length === 0) return <SoldOut gpuType={gpuType} />;
  return (
    <ul className="flex flex-wrap gap-1.5 self-end sm:col-span-2">
      {rows.map((row) => (
        <li key={row.cluster_name}>{place(row)}</li>
      ))}
    </ul>
  );
}

/** A place as a link that opens the reservation with it. */
export function PlaceLink({ row, to }: { row: FreeRow; to: string }) {
  return (
    <Link to={to} aria-label={`Rent ${placeLabel(row)}`} className="gpu-place">
      <PlaceText row={row} />
    </Link>
  );
}

/** A place with the number of its free GPUs. */
export function PlaceText({ row }: { row: FreeRow }) {
  const gpus = freeGpus(row);
  return (
    <>
      <span aria-hidden="true" className={classes("size-2 rounded-full", gpus > 0 ? "bg-ok" : "bg-edge")} />
      {row.cluster_name} · {gpus} free
    </>
  );
}

/** `a5000 in fra1: 56 free` */
export function placeLabel(row: FreeRow): string {
  return `${row.gpu_type} in ${row.cluster_name}: ${freeGpus(row)} free`;
}
