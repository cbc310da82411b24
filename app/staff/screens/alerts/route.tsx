import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { counted } from "~/platform/counted";
import { requireStaff } from "~/platform/http/access.server";
import { presentTime } from "~/platform/time.server";
import { Button } from "~/platform/ui/button";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatTime } from "~/platform/ui/format";
import { Lead } from "~/platform/ui/lead";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Refresh } from "~/platform/ui/refresh";
import { Refused } from "~/platform/ui/refused";
import { Time } from "~/platform/ui/time";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { SEVERITIES, SEVERITY_WORDS } from "~/staff/inside/alerts/rule";
import { useRecount } from "~/staff/views/use-recount";
import { AlertTable } from "./alert-table";
import { AlertTabs } from "./alert-tabs";
import { alertsAction } from "./alerts-action.server";
import { readAlertsScreen } from "./read-alerts-screen.server";

export const meta: MetaFunction = () => [{ title: "Alerts · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "alerts");
  return await readAlertsScreen(args, { viewer, now: presentTime() });
}

export async function action(args: ActionFunctionArgs) {
  return await alertsAction(args, await requireStaff(args, "alerts"));
}

type Screen = ReturnType<typeof useLoaderData<typeof loader>>;

/** Open alerts, worst first, or the history. */
export default function Alerts() {
  const screen = useLoaderData<typeof loader>();
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  useRecount(["stats"]);
  const { isHistory, pages, filter } = screen;
  const isFiltered = filter.severity !== "" || filter.ruleId !== null;
  return (
    <Page title="Alerts" actions={<CsvLink of="open and past alerts" />}>
      <Refresh everySeconds={45} />
      <AlertTabs current={isHistory ? "History" : "Open"} />
      <Refused answer={answer} />
      {isHistory ? null : <State screen={screen} isFiltered={isFiltered} />}
      <section className="rounded-panel border bg-surface shadow-panel">
        {isHistory || isFiltered || screen.rows.length > 0 ? <Filter screen={screen} /> : null}
        <AlertTable
          {...screen}
          empty={
            isFiltered
              ? "No alert matches the filter."
              : isHistory
                ? "No alert is over yet. Alerts are kept here for 90 days after their end."
                : "No alert is open. Rules are checked each minute."
          }
        />
        {pages && pages.pages > 1 ? <Pager {...pages} of="past alerts" /> : null}
      </section>
    </Page>
  );
}

function State({ screen: { rows, atSeconds }, isFiltered }: { screen: Screen; isFiltered: boolean }) {
  const at = <Time epochSeconds={atSeconds} format={formatTime} utc />;
  if (rows.length === 0 && isFiltered) return null;
  if (rows.length === 0) return <Lead figure={<>All clear at {at}</>}>UTC: no rule finds anything.</Lead>;
  const waiting = rows.filter(({ acknowledged }) => !acknowledged).length;
  return (
    <Lead figure={`${counted(rows.length, "alert")} open`}>
      {waiting === 0 ? "all acknowledged" : `${waiting} not acknowledged`} at {at} UTC
    </Lead>
  );
}

function Filter({ screen: { filter, rules, isHistory } }: { screen: Screen }) {
  return (
    <Form method="get" className="flex flex-wrap items-end gap-3 border-b px-4 py-3 sm:px-5">
      {isHistory ? <input type="hidden" name="show" value="history" /> : null}
      <label className="flex flex-col gap-1 text-sm font-medium max-sm:grow">
        Severity
        <select name="severity" defaultValue={filter.severity} className="control">
          <option value="">All</option>
          {SEVERITIES.map((severity) => (
            <option key={severity} value={severity}>
              {SEVERITY_WORDS[severity]}
            </option>
          ))}
        </select>
      </label>
      <label className="flex min-w-0 flex-col gap-1 text-sm font-medium max-sm:grow">
        Rule
        <select name="rule" defaultValue={filter.ruleId ?? ""} className="control">
          <option value="">All</option>
          {rules.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button>Filter</Button>
    </Form>
  );
}
