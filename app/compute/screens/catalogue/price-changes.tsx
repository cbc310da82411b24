import type { PriceChangeRow } from "~/compute/inside/pricing/list-price-changes.server";
import { Badge } from "~/platform/ui/badge";
import { formatCents } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { WithdrawPrice } from "./withdraw-price";

const TONES = { planned: "warn", done: "neutral", withdrawn: "neutral" } as const;

/** Planned prices first, then the last changes. */
export function PriceChanges({ changes, mayWrite }: { changes: PriceChangeRow[]; mayWrite: boolean }) {
  return (
    <Table
      caption="Prices over time"
      rows={changes}
      rowKey={({ id }) => id}
      empty="No price has been changed yet. ‘Price’ next to a GPU type changes it, now or at a later time."
      columns={[
        { head: "From, UTC", cell: ({ at }) => <Time epochSeconds={at} utc /> },
        { head: "GPU type", cell: ({ gpuType }) => gpuType },
        {
          head: "Before",
          cell: ({ beforeCents }) => (beforeCents === null ? "–" : formatCents(beforeCents)),
          numeric: true,
        },
        { head: "Per GPU-hour", cell: ({ pphCents }) => formatCents(pphCents), numeric: true },
        { head: "State", cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge> },
        { head: "By", cell: ({ name }) => name ?? "–", className: "[overflow-wrap:anywhere]" },
        ...(mayWrite
          ? [{ head: <span className="sr-only">Withdraw</span>, cell: withdraw, className: "md:text-right" }]
          : []),
      ]}
    />
  );
}

function withdraw({ id, state, gpuType }: PriceChangeRow) {
  if (state !== "planned") return null;
  return <WithdrawPrice intent="withdraw-price" id={id} of={gpuType} />;
}
