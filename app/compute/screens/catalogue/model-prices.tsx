import type { ModelPriceRow } from "~/usage/list-model-prices.server";
import { ANY_MODEL } from "~/usage/model-price";
import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { type Column, Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { formatCount } from "~/platform/ui/format";
import { MODEL_PRICE } from "./catalogue-records";
import { EditRow } from "./edit-row";
import { WithdrawPrice } from "./withdraw-price";

interface ModelPricesProps {
  prices: ModelPriceRow[];
  mayWrite: boolean;
  answer: FormAnswer | undefined;
}

const TONES = { planned: "warn", present: "ok", past: "neutral" } as const;

/** Coins per million tokens of each model now and planned; past prices are folded away. */
export function ModelPrices({ prices, mayWrite, answer }: ModelPricesProps) {
  const past = prices.filter(({ state }) => state === "past");
  const change: Column<ModelPriceRow> = {
    head: <span className="sr-only">Change</span>,
    cell: (row) => {
      if (row.state === "planned") return <WithdrawPrice intent="withdraw-model-price" id={row.id} of={row.model} />;
      return <EditRow record={MODEL_PRICE} row={{ model: row.model, present: row }} answer={answer} />;
    },
    className: "md:text-right",
  };
  return (
    <>
      <Table
        caption="Model prices"
        rows={prices.filter(({ state }) => state !== "past")}
        rowKey={({ id }) => id}
        empty="No model has a price yet. Events cost the coins that they state, or nothing"
        columns={[...COLUMNS, ...(mayWrite ? [change] : [])]}
      />
      {past.length > 0 ? (
        <details className="border-t">
          <summary className="w-fit cursor-pointer rounded-control px-4 py-3 text-sm text-link select-none sm:px-5">
            Show earlier prices
          </summary>
          <Table caption="Earlier model prices" rows={past} rowKey={({ id }) => id} empty="" columns={COLUMNS} />
        </details>
      ) : null}
    </>
  );
}

const coins = (figure: number | null) => (figure === null ? "–" : formatCount(figure));

const COLUMNS: Column<ModelPriceRow>[] = [
  {
    head: "Model",
    cell: ({ model }) => (model === ANY_MODEL ? "* (all others)" : model),
    className: "break-all",
  },
  { head: "Prompt", cell: ({ prompt }) => coins(prompt), numeric: true },
  { head: "Generated", cell: ({ generated }) => coins(generated), numeric: true },
  { head: "Cache read", cell: ({ cacheRead }) => coins(cacheRead), numeric: true },
  { head: "Cache creation", cell: ({ cacheCreation }) => coins(cacheCreation), numeric: true },
  { head: "From, UTC", cell: ({ fromTs }) => <Time epochSeconds={fromTs} utc /> },
  {
    head: "State",
    cell: ({ state, prompt }) => <Badge tone={TONES[state]}>{prompt === null ? `${state}, none` : state}</Badge>,
  },
  { head: "By", cell: ({ setBy }) => setBy || "–", className: "[overflow-wrap:anywhere]" },
];

/** Models whose events named no coins and had no price. */
export function UnpricedModels({
  rows,
  mayWrite,
  answer,
}: {
  rows: { model: string; events: number }[];
  mayWrite: boolean;
  answer: FormAnswer | undefined;
}) {
  return (
    <Table
      caption="Models without a price"
      rows={rows}
      rowKey={({ model }) => model}
      empty="Every event of the last 30 days had coins or a price"
      columns={[
        { head: "Model", cell: ({ model }) => model, className: "break-all" },
        { head: "Events for 0 coins, 30 days", cell: ({ events }) => formatCount(events), numeric: true },
        ...(mayWrite
          ? [
              {
                head: <span className="sr-only">Set a price</span>,
                cell: ({ model }: { model: string }) => (
                  <EditRow record={MODEL_PRICE} row={{ model }} answer={answer} />
                ),
                className: "md:text-right",
              },
            ]
          : []),
      ]}
    />
  );
}
