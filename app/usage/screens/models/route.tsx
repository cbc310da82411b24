import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { RangeFilter } from "~/platform/ui/range-filter";
import { Unread } from "~/platform/ui/unread";
import { modelColours } from "../usage-parts/model-name";
import { CutDays } from "~/platform/ui/cut-days";
import { USAGE_DAYS_MAX } from "~/usage/usage-days";
import { UsageFilterForm } from "../usage-parts/usage-filter-form";
import { meteringPath } from "~/usage/views/usage-links";
import { presentTime } from "~/platform/time.server";
import { CoinsPanel } from "./coins-panel";
import { FiguresPanel } from "./figures-panel";
import { MessagesPanel } from "./messages-panel";
import { slicesOf } from "./model-rows";
import { modelsCsv } from "./models-csv.server";
import { Anomalies, Unpriced } from "./notices";
import { PeriodPanel } from "./period-panel";
import { askedModels, readModelsScreen } from "./read-models-screen.server";
import { Totals } from "./totals";
import { TrendsPanel } from "./trends-panel";

export const meta: MetaFunction = () => [{ title: "Models · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "models");
  const search = new URL(args.request.url).searchParams;
  const { asked, ...shown } = await askedModels(search, presentTime());
  await csvInstead(args, modelsCsv(asked));
  const screen = await readModelsScreen(args, asked, search.get("messages") === "1");
  return { ...shown, ...screen, problems: asked.filtered.problems };
}

export default function Models() {
  const screen = useLoaderData<typeof loader>();
  const { filter, range, days, daily, monthly, shown, chatUsers } = screen;
  const colourOf = modelColours([
    ...(shown?.trends.series ?? []).map(({ name }) => name),
    ...slicesOf(daily?.models ?? []).map(({ label }) => label),
    ...slicesOf(monthly?.models ?? []).map(({ label }) => label),
  ]);
  return (
    <Page
      title="Models"
      lead="Requests to the assistant's models, and their cost in coins."
      actions={
        <ButtonLink to={meteringPath({ ...filter, start_date: days.start, end_date: days.end })}>Metering</ButtonLink>
      }
    >
      <RangeFilter asked={range} />
      {screen.cut ? <CutDays days={days} most={USAGE_DAYS_MAX} /> : null}
      <UsageFilterForm filter={filter} problems={screen.problems} models={screen.models} />
      {screen.anomalies ? <Anomalies anomalies={screen.anomalies} /> : null}
      <Unpriced models={(shown?.models ?? []).filter(({ unpriced }) => unpriced > 0)} />
      {shown ? (
        <Totals
          total={shown.total}
          before={shown.before}
          days={days}
          chat={chatUsers === null ? null : { users: chatUsers, day: screen.day }}
        />
      ) : (
        <Panel title="Grand Total">
          <Unread />
        </Panel>
      )}
      <CoinsPanel rows={screen.coins} filter={filter} />
      <PeriodPanel title="Daily Stats" table="daily" period={daily} filter={filter} colourOf={colourOf} />
      <PeriodPanel title="Monthly Stats" table="monthly" period={monthly} filter={filter} colourOf={colourOf} />
      <TrendsPanel trends={shown?.trends ?? null} filter={filter} colourOf={colourOf} />
      {shown ? (
        <FiguresPanel
          rows={shown.models}
          days={days}
          hasLatencies={shown.hasLatencies}
          filter={filter}
          colourOf={colourOf}
        />
      ) : null}
      <MessagesPanel messages={screen.messages} />
    </Page>
  );
}
