import type { FreeRow } from "~/compute/read-free.server";
import type { GpuType } from "~/compute/gpu-type";
import { costPph, type Prices } from "~/compute/gpu-cost";
import { formatCents } from "~/platform/ui/format";
import { type Column, Table } from "~/platform/ui/table";
import { PlaceLink } from "./gpu-cards";
import { rentPath } from "./rent-link";
import { SoldOut } from "./sold-out";

interface OfferTableProps {
  types: GpuType[];
  /** Present price in cents per GPU-hour; a type without price is not shown. */
  prices: Prices;
  free: FreeRow[];
  /** A choice whose cost is shown next to the price. */
  calculated?: { gpus: number; period: { label: string; hours: number } };
}

/** Every GPU type with a price, cheapest first: its resources, its price and where it is free. */
export function OfferTable({ types, prices, free, calculated }: OfferTableProps) {
  const priced = types
    .filter(({ gpuType }) => prices[gpuType] !== undefined)
    .toSorted((one, other) => pphOf(one) - pphOf(other));
  function pphOf({ gpuType }: GpuType): number {
    return prices[gpuType] ?? 0;
  }
  // The price itself has a column already.
  const isPrice = calculated?.gpus === 1 && calculated.period.hours === 1;
  const cost: Column<GpuType>[] =
    calculated && !isPrice
      ? [
          {
            head: `${calculated.gpus} ${calculated.gpus === 1 ? "GPU" : "GPUs"}, ${calculated.period.label}`,
            cell: (type) => formatCents(costPph(pphOf(type), calculated.gpus) * calculated.period.hours),
            numeric: true,
          },
        ]
      : [];
  return (
    <Table
      caption="Prices by GPU type"
      rows={priced}
      rowKey={({ gpuType }) => gpuType}
      empty="No GPU type has a price at the moment."
      columns={[
        {
          head: "GPU",
          cell: ({ gpuType, name, memory }) => <Pair first={name || gpuType} then={[name && gpuType, memory]} strong />,
        },
        {
          head: "Compute",
          cell: ({ cores, singlePrecision }) => <Pair first={singlePrecision} then={[cores && `${cores} cores`]} />,
        },
        {
          head: "With each GPU",
          cell: ({ cpu, ram, disk }) => <Pair first={cpu} then={[ram, disk].map(withoutPer)} />,
        },
        { head: "Network", cell: ({ network }) => network },
        { head: "Per GPU-hour", cell: (type) => formatCents(pphOf(type)), numeric: true, className: "font-semibold" },
        ...cost,
        {
          head: "Free now",
          cell: ({ gpuType }) => <Places gpuType={gpuType} rows={free.filter((row) => row.gpu_type === gpuType)} />,
        },
      ]}
    />
  );
}

function Pair({ first, then, strong }: { first: string; then: string[]; strong?: true }) {
  return (
    <>
      <span className={strong ? "block font-semibold" : "block"}>{first}</span>
      <span className="block text-xs font-normal text-muted">{then.filter(Boolean).join(" · ")}</span>
    </>
  );
}

function withoutPer(text: string): string {
  return text.replace(" per GPU", "");
}

function Places({ gpuType, rows }: { gpuType: string; rows: FreeRow[] }) {
  if (rows.length === 0) return <SoldOut gpuType={gpuType} />;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {rows.map((row) => (
        <li key={row.cluster_name}>
          <PlaceLink row={row} to={rentPath(row)} />
        </li>
      ))}
    </ul>
  );
}
