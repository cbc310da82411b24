import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { presentTime } from "~/platform/time.server";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { CutDays } from "~/platform/ui/cut-days";
import { Page } from "~/platform/ui/page";
import { RangeFilter } from "~/platform/ui/range-filter";
import { Refused } from "~/platform/ui/refused";
import { Tabs } from "~/platform/ui/tabs";
import { Unread } from "~/platform/ui/unread";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { REPORT_DAYS_MAX } from "~/staff/inside/reports/period";
import { CoinsReportView } from "./coins-report";
import { CohortsView } from "./cohorts";
import { CustomersReportView } from "./customers-report";
import { GpusReportView } from "./gpus-report";
import { MailSwitch } from "./mail-switch";
import { MoneyReportView } from "./money-report";
import { readReportsScreen } from "./read-reports-screen.server";
import { COMPARE_LABELS, REPORTS, SPLIT_LABELS } from "./report-choices";
import { reportsAction } from "./reports-action.server";
import { reportsCsv } from "./reports-csv.server";
import { VatReportView } from "./vat-report";

export const meta: MetaFunction = () => [{ title: "Reports · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "reports");
  const asked = { args, search: new URL(args.request.url).searchParams, now: presentTime(), viewer };
  await csvInstead(args, reportsCsv(asked));
  return await readReportsScreen(asked);
}

export async function action(args: ActionFunctionArgs) {
  return await reportsAction(args, await requireStaff(args, "reports"));
}

/** Money, customers, GPUs and coins over weeks and months. */
export default function Reports() {
  const screen = useLoaderData<typeof loader>();
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  const { name: shown, report, period } = screen;
  const to = useReportLinks();
  return (
    <Page
      title="Reports"
      lead="Days are in UTC. The days so far of a month are compared with the same days of the month before."
      actions={<MailSwitch on={screen.byMail} />}
    >
      <Tabs
        label="Reports"
        tabs={REPORTS.map(({ name, label }) => ({ label, to: to({ report: name }), current: name === shown }))}
      />
      <Refused answer={answer} />
      {shown === "sign-ups" ? (
        report?.name === "sign-ups" ? (
          <CohortsView cohorts={report.cohorts} />
        ) : (
          <Unread />
        )
      ) : (
        <>
          <div className="flex flex-col gap-3">
            <RangeFilter asked={period.asked} ranges={["month", "last-month", "30", "90", "12-months"]} />
            <div className="flex flex-wrap gap-x-4 gap-y-2">
              {shown === "money" || shown === "gpus" ? (
                <ChoiceLinks
                  label="Split"
                  choices={SPLIT_LABELS.map(({ name, label }) => ({
                    label,
                    to: to({ split: name }),
                    current: name === period.split,
                  }))}
                />
              ) : null}
              {shown === "vat" ? null : (
                <ChoiceLinks
                  label="Compare"
                  choices={COMPARE_LABELS.map(({ name, label }) => ({
                    label,
                    to: to({ compare: name }),
                    current: name === period.compare,
                  }))}
                />
              )}
            </div>
          </div>
          {report === null ? <Unread /> : null}
          {period.cut ? <CutDays days={period.days} most={REPORT_DAYS_MAX} /> : null}
          {report?.name === "money" ? <MoneyReportView report={report} period={period} /> : null}
          {report?.name === "customers" ? <CustomersReportView report={report} period={period} linkTo={to} /> : null}
          {report?.name === "gpus" ? <GpusReportView report={report} period={period} answer={answer} /> : null}
          {report?.name === "vat" ? <VatReportView report={report} days={period.days} /> : null}
          {report?.name === "coins" ? <CoinsReportView report={report} period={period} /> : null}
        </>
      )}
    </Page>
  );
}

/** Returns the address of this screen with other choices. */
function useReportLinks(): (choices: Record<string, string>) => string {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  return (choices) => {
    const wanted = new URLSearchParams(search);
    for (const [name, value] of Object.entries(choices)) wanted.set(name, value);
    return `${pathname}?${wanted.toString()}`;
  };
}
