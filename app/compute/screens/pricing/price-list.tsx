import type { Prices } from "~/compute/gpu-cost";
import { costPph } from "~/compute/gpu-cost";
import { formatCents } from "~/platform/ui/format";
import { type Column, Table } from "~/platform/ui/table";
import { byPrice } from "~/compute/views/by-price";

interface PriceListProps {
  prices: Prices;
  gpus: number;
  /** Calculated period: `1 Day`, and its hours. */
  period: { label: string; hours: number };
}

type Row = ReturnType<typeof byPrice>[number];

/** Each GPU type with its price per GPU-hour, and the calculated cost of the choice. */
export function PriceList({ prices, gpus, period }: PriceListProps) {
  const columns: Column<Row>[] = [
    { head: "GPU type", cell: ([gpuType]) => gpuType, className: "font-medium" },
    { head: "Per GPU-hour", cell: ([, pphCents]) => formatCents(pphCents), numeric: true },
    {
      head: `${gpus} ${gpus === 1 ? "GPU" : "GPUs"}, ${period.label}`,
      cell: ([, pphCents]) => formatCents(costPph(pphCents, gpus) * period.hours),
      numeric: true,
    },
  ];
  return (
    <Table
      caption="Prices by GPU type"
      rows={byPrice(prices)}
      rowKey={([gpuType]) => gpuType}
      empty="No GPU type has a price at the moment."
      columns={columns}
      compact
    />
  );
}
