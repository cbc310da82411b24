import type { OwnUsage, UsedModel } from "~/usage/inside/figures/read-own-usage.server";
import { endInRest, OTHER } from "~/usage/inside/figures/largest";
import { Chart } from "~/platform/ui/chart/chart";
import { formatCoins, MILLION } from "~/platform/ui/usage-format";
import { CsvLink } from "~/platform/ui/csv-link";
import { dayText } from "~/platform/ui/day-text";
import { formatCount, formatPercent } from "~/platform/ui/format";
import { LongList } from "~/platform/ui/long-list";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";

const HEIGHT = 280;
const NOTHING = "Nothing used in these days. Calls of your coding assistant appear here a second after they end.";

export function CoinsPerDay({ usage: { days, before } }: { usage: OwnUsage }) {
  const total = days.reduce((sum, { coins }) => sum + coins, 0);
  const figure = {
    data: [
      {
        type: "bar" as const,
        name: "Coins",
        x: days.map(({ day }) => day),
        y: days.map(({ coins }) => coins / MILLION),
      },
    ],
    layout: { yTitle: "Coins (millions)" },
  };
  return (
    <Panel title="Coins per day" actions={<CsvLink table="days" of="coins per day" />}>
      <Chart
        title={`${formatCoins(total)} million coins; ${formatCoins(before)} in the same number of days before`}
        figure={figure}
        height={HEIGHT}
        empty={NOTHING}
      >
        <Table
          caption="Coins per day"
          rows={days.toReversed()}
          rowKey={({ day }) => day}
          empty={NOTHING}
          columns={[
            { head: "Day", cell: ({ day }) => dayText(day) },
            { head: "Calls", cell: ({ calls }) => formatCount(calls), numeric: true },
            { head: "Tokens", cell: ({ tokens }) => formatCount(tokens), numeric: true },
            { head: "Coins (millions)", cell: ({ coins }) => formatCoins(coins), numeric: true },
          ]}
        />
      </Chart>
    </Panel>
  );
}

/** Models with the most coins, and the rest as one row (A3); the file has all of them. */
function shownModels(models: readonly UsedModel[]): UsedModel[] {
  return endInRest(models, {
    nameOf: ({ model }) => model,
    sizeOf: ({ coins }) => coins,
    rest: OTHER,
    restOf: (others, model) => {
      const sum = (of: "calls" | "failed" | "tokens" | "coins") => others.reduce((all, one) => all + one[of], 0);
      return { model, calls: sum("calls"), failed: sum("failed"), tokens: sum("tokens"), coins: sum("coins") };
    },
  });
}

export function ModelTable({ usage: { models } }: { usage: OwnUsage }) {
  const total = models.reduce((sum, { coins }) => sum + coins, 0);
  return (
    <Panel title="Models" padded={false} actions={<CsvLink table="models" of="models" />}>
      <LongList label="Coins by model" rows={models.length}>
        <Table
          caption="Models"
          rows={shownModels(models)}
          rowKey={({ model }) => model}
          empty="No model was called on these days."
          columns={[
            { head: "Model", cell: ({ model }) => <span className="break-all">{model}</span> },
            { head: "Calls", cell: ({ calls }) => formatCount(calls), numeric: true },
            { head: "Failed", cell: ({ failed }) => formatCount(failed), numeric: true },
            { head: "Tokens", cell: ({ tokens }) => formatCount(tokens), numeric: true },
            { head: "Coins (millions)", cell: ({ coins }) => formatCoins(coins), numeric: true },
            { head: "Share", cell: ({ coins }) => formatPercent(coins, total), numeric: true },
          ]}
        />
      </LongList>
    </Panel>
  );
}
