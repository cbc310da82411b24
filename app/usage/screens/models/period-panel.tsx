import { useNavigate } from "@remix-run/react";
import type { Days } from "~/platform/day-range";
import { OTHER } from "~/usage/inside/figures/largest";
import type { ModelPeriod } from "~/usage/inside/figures/read-model-period.server";
import type { UsageFilter } from "~/usage/inside/figures/usage-filter";
import { Chart } from "~/platform/ui/chart/chart";
import { pieOf } from "~/platform/ui/chart/figure";
import { CsvLink } from "~/platform/ui/csv-link";
import { LongList } from "~/platform/ui/long-list";
import { Panel } from "~/platform/ui/panel";
import { type Column, Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Unread } from "~/platform/ui/unread";
import { formatCount } from "~/platform/ui/format";
import { formatCoins, formatThousands } from "~/platform/ui/usage-format";
import { periodText } from "~/platform/ui/day-text";
import { ModelName } from "../usage-parts/model-name";
import { NoUsage } from "../usage-parts/no-usage";
import { eventsPath, meteringPath } from "~/usage/views/usage-links";
import { type ModelRow, slicesOf, tableRows } from "./model-rows";

const HEIGHT = 400;

interface PeriodPanelProps {
  title: string;
  table: "daily" | "monthly";
  period: ModelPeriod | null;
  filter: UsageFilter;
  colourOf: (model: string) => number;
}

/** Calls by model of a day or a month: a pie, and all figures as a table (2.4). */
export function PeriodPanel({ title, table, period, filter, colourOf }: PeriodPanelProps) {
  const filled = period && period.models.length > 0;
  return (
    <Panel
      title={title}
      folds={table === "monthly"}
      lead={period ? periodText(period.days) : undefined}
      actions={
        filled ? (
          table === "daily" ? (
            <CsvLink table="daily" of={title} />
          ) : (
            <CsvLink table="monthly" of={title} />
          )
        ) : null
      }
    >
      {filled ? (
        <FilledPeriod {...{ title, filter, colourOf }} days={period.days} models={period.models} />
      ) : period ? (
        <NoUsage text={`No events ${table === "daily" ? "on" : "from"} ${periodText(period.days)}`} />
      ) : (
        <Unread />
      )}
    </Panel>
  );
}

interface FilledProps extends Pick<PeriodPanelProps, "title" | "filter" | "colourOf"> {
  days: Days;
  models: ModelRow[];
}

function FilledPeriod({ title, days, models, filter, colourOf }: FilledProps) {
  const navigate = useNavigate();
  const slices = slicesOf(models);
  const figure = pieOf(slices);
  const [pie] = figure.data;
  if (pie) pie.colours = slices.filter(({ count }) => count > 0).map(({ label }) => colourOf(label));
  const usersOf = (model: string) => meteringPath({ ...filter, model, start_date: days.start, end_date: days.end });
  const pick = (_series: number, place: number) => {
    const model = pie?.labels?.[place];
    if (model && model !== OTHER) navigate(usersOf(model));
  };
  return (
    <Chart title={`${title}: requests by model`} height={HEIGHT} figure={figure} folded={false} onPick={pick}>
      <div className="-mx-4 -mb-4 border-t sm:-mx-5">
        <LongList label={title} rows={models.length}>
          <Table
            caption={title}
            rows={tableRows(models)}
            rowKey={({ model }) => model}
            empty=""
            columns={[
              {
                head: "Model",
                cell: ({ model }) => <ModelName name={model} colour={colourOf(model)} />,
                className: "md:min-w-44",
              },
              {
                head: "Requests",
                cell: ({ model, calls }) =>
                  model === OTHER ? formatCount(calls) : <TextLink to={usersOf(model)}>{formatCount(calls)}</TextLink>,
                numeric: true,
              },
              ...FIGURES,
              {
                head: <span className="sr-only">Events</span>,
                cell: ({ model }) =>
                  model === OTHER || days.start !== days.end ? null : (
                    <TextLink to={eventsPath({ ...filter, model, day: days.end })} aria-label={`Events of ${model}`}>
                      Events
                    </TextLink>
                  ),
              },
            ]}
          />
        </LongList>
      </div>
    </Chart>
  );
}

const FIGURES: Column<ModelRow>[] = [
  { head: "Coins (M)", cell: ({ coins }) => formatCoins(coins), numeric: true },
  { head: "Prompt", cell: ({ prompt }) => formatThousands(prompt), numeric: true },
  { head: "Generated", cell: ({ generated }) => formatThousands(generated), numeric: true },
  { head: "Cache read", cell: ({ cacheRead }) => formatThousands(cacheRead), numeric: true },
  { head: "Cache creation", cell: ({ cacheCreation }) => formatThousands(cacheCreation), numeric: true },
];
