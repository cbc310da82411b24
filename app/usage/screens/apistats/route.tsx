import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Chart } from "~/platform/ui/chart/chart";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatDate, formatTime } from "~/platform/ui/format";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { presentTime } from "~/platform/time.server";
import { UsageFilterForm } from "../usage-parts/usage-filter-form";
import { apistatsCsv } from "./apistats-csv.server";
import { HoursOfDay, ModelsOfDay, UsersOfDay } from "./day-tables";
import { readApistatsScreen } from "./read-apistats-screen.server";

export const meta: MetaFunction = () => [{ title: "API stats · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "apistats");
  const asked = { search: new URL(args.request.url).searchParams, now: presentTime() };
  await csvInstead(args, apistatsCsv(asked));
  return await readApistatsScreen(asked);
}

export default function ApiStats() {
  const { day, previous, next, models, users, otherUsers, hours, filter, problems, offered } =
    useLoaderData<typeof loader>();
  const x = hours.map(({ ts }) => formatTime(ts));
  return (
    <Page
      title="API stats"
      lead={`Calls and tokens of ${formatDate(Date.parse(day) / 1000)}, UTC.`}
      actions={
        <>
          {previous ? (
            <ButtonLink size="small" to={previous} rel="prev" preventScrollReset>
              Previous day
            </ButtonLink>
          ) : null}
          {next ? (
            <ButtonLink size="small" to={next} rel="next" preventScrollReset>
              Next day
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <UsageFilterForm filter={filter} problems={problems} models={offered} />
      <Panel title="By hour" actions={<CsvLink table="hours" of="the hours" />}>
        <Chart
          title="Hits and completed calls"
          figure={{
            data: [
              { type: "bar", name: "Hits", x, y: hours.map(({ hit }) => hit) },
              { type: "bar", name: "Completed", x, y: hours.map(({ completed }) => completed) },
            ],
            layout: { barmode: "group", xLabels: 12 },
          }}
        >
          <HoursOfDay rows={hours} />
        </Chart>
      </Panel>
      <Panel title="Models" padded={false} actions={<CsvLink of="the models" />}>
        <ModelsOfDay rows={models} day={day} filter={filter} />
      </Panel>
      <Panel title="Users" folds padded={false} actions={<CsvLink table="users" of="the users" />}>
        <UsersOfDay rows={users} others={otherUsers} day={day} filter={filter} />
      </Panel>
    </Page>
  );
}
