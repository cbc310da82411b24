import type { ReactNode } from "react";
import { Chart } from "~/platform/ui/chart/chart";
import { LongList } from "~/platform/ui/long-list";
import { Panel } from "~/platform/ui/panel";
import { ScrollBox } from "~/platform/ui/scroll-box";
import { Stat, StatRow } from "~/platform/ui/stat";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { formatCount } from "~/platform/ui/format";
import { formatChange } from "~/platform/ui/format-change";
import { formatMetering } from "~/platform/ui/usage-format";
import { axisDays, DAY_LABELS } from "../usage-parts/chart-names";
import { dayText, periodText } from "~/platform/ui/day-text";
import { ModelName, modelColours } from "../usage-parts/model-name";
import { NoUsage } from "../usage-parts/no-usage";
import { eventsPath } from "~/usage/views/usage-links";
import type { ShownMetering } from "./read-user-metering.server";

const HEIGHT = 300;

interface MeteringDetailProps {
  metering: ShownMetering;
  /** Links to files, on the user's own screen only. */
  files?: ReactNode;
}

/** A user's usage: bars per day, a table by model, and token counts (2.4), in a popup and on its own screen. */
export function MeteringDetail({ metering, files }: MeteringDetailProps) {
  const { models, days, coins, coinsBefore } = metering;
  if (models.length === 0) return <NoUsage text="No metering found" />;
  const colourOf = modelColours([...metering.series.map(({ name }) => name), ...models.map(({ model }) => model)]);
  const sum = (of: (row: (typeof models)[number]) => number) => models.reduce((all, row) => all + of(row), 0);
  return (
    <div className="flex flex-col gap-6">
      <StatRow>
        <Stat
          label="Coins"
          value={formatMetering(coins)}
          note={`${formatChange(coins, coinsBefore)} compared with the same number of days before`}
        />
        <Stat label="Prompt tokens" value={formatMetering(sum(({ prompt }) => prompt))} />
        <Stat label="Generated tokens" value={formatMetering(sum(({ generated }) => generated))} />
        <Stat label="Cache read tokens" value={formatMetering(sum(({ cacheRead }) => cacheRead))} />
        <Stat label="Cache creation tokens" value={formatMetering(sum(({ cacheCreation }) => cacheCreation))} />
      </StatRow>
      <PerDay metering={metering} colourOf={colourOf} />
      <Panel title="By model" lead={periodText(days)} padded={false} actions={files}>
        <LongList label="Coins and tokens by model" rows={models.length}>
          <Table
            caption="By model"
            rows={models}
            rowKey={({ model }) => model}
            empty=""
            columns={[
              {
                head: "Model",
                cell: ({ model }) => <ModelName name={model} colour={colourOf(model)} />,
                className: "md:min-w-44",
              },
              { head: "Coins", cell: (row) => formatMetering(row.coins), numeric: true },
              { head: "Prompt", cell: ({ prompt }) => formatMetering(prompt), numeric: true },
              { head: "Generated", cell: ({ generated }) => formatMetering(generated), numeric: true },
              { head: "Cache read", cell: ({ cacheRead }) => formatMetering(cacheRead), numeric: true },
              { head: "Cache creation", cell: ({ cacheCreation }) => formatMetering(cacheCreation), numeric: true },
            ]}
          />
        </LongList>
      </Panel>
    </div>
  );
}

function PerDay({ metering, colourOf }: { metering: ShownMetering; colourOf: (model: string) => number }) {
  const { user, each, series } = metering;
  const x = axisDays(each);
  const rows = each.map((day, at) => ({ day, coins: series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0) }));
  return (
    <Chart
      title="Coins per day by model"
      height={HEIGHT}
      figure={{
        data: series.map(({ name, values }) => ({ type: "bar", name, x, y: values, colour: colourOf(name) })),
        layout: { barmode: "stack", unit: "metering", xLabels: DAY_LABELS },
      }}
    >
      <ScrollBox label="Coins per day" className="max-h-80 overflow-auto">
        <Table
          caption="Coins per day, newest first"
          rows={rows.reverse().filter(({ coins }) => coins > 0)}
          rowKey={({ day }) => day}
          empty="No coins on these days"
          columns={[
            { head: "Day", cell: ({ day }) => dayText(day) },
            { head: "Coins", cell: ({ coins }) => formatCount(coins), numeric: true },
            {
              head: <span className="sr-only">Events</span>,
              cell: ({ day }) => (
                <TextLink to={eventsPath({ day, user })} aria-label={`Events of ${dayText(day)}`}>
                  Events
                </TextLink>
              ),
            },
          ]}
        />
      </ScrollBox>
    </Chart>
  );
}
