import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasRight } from "~/platform/staff-rights";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { Banner } from "~/platform/ui/banner";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refresh } from "~/platform/ui/refresh";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";
import { useRecount } from "~/staff/views/use-recount";
import { presentTime } from "~/platform/time.server";
import { Accounts, Others, Sides } from "./books";
import { Checks } from "./checks";
import { Differences } from "./differences";
import { FailedUsage } from "./failed-usage";
import { KeyRefusals } from "./key-refusals";
import { RestingTopUps } from "./resting-top-ups";
import { moneyAction } from "./money-action.server";
import { moneyCsv } from "./money-csv.server";
import { FailedEvents, UnsettledTopUps } from "./open-work";
import { readMoneyScreen } from "./read-money-screen.server";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Money · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "money");
  const { searchParams: search } = new URL(args.request.url);
  const now = presentTime();
  await csvInstead(args, moneyCsv({ now }));
  return { ...(await readMoneyScreen({ search, now })), mayCheck: hasRight(viewer, "money.act") };
}

export async function action(args: ActionFunctionArgs) {
  return await moneyAction(args, await requireStaff(args, "money"));
}

export default function Money() {
  const money = useLoaderData<typeof loader>();
  const { verdict, open, resolved, topUps, events, usage, books } = money;
  useRecount(["stats", "checks"]);
  return (
    <Page
      title="Money"
      lead="The ledger, compared with the payment provider and with itself every hour."
      actions={
        money.mayCheck ? (
          <PostForm intent="check">
            <SubmitButton intent="check">Check now</SubmitButton>
          </PostForm>
        ) : null
      }
    >
      <Refresh everySeconds={60} />
      <KeyRefusals refusals={money.refusals} />
      <RestingTopUps resting={money.resting} />
      <Banner tone={verdict.tone}>
        <strong className="font-semibold">{verdict.text}</strong>
        {verdict.sinceTs === null ? null : (
          <>
            {" "}
            Checked <Time epochSeconds={verdict.sinceTs} zoned />.
          </>
        )}
      </Banner>
      <Panel title="Differences" padded={false} actions={open.total > 0 ? <CsvLink of="differences" /> : null}>
        <Differences
          rows={open.rows}
          empty={verdict.sinceTs === null ? "Nothing is known before the first check" : "Nothing differs"}
        />
        {open.pages > 1 ? <Pager name="differences" page={open.page} pages={open.pages} /> : null}
      </Panel>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title="Ledger against provider" padded={false}>
          {books ? (
            <>
              <Sides sides={books.sides} />
              <Others others={books.others} />
            </>
          ) : (
            <Unread />
          )}
        </Panel>
        <Panel
          title="Accounts"
          folds
          lead="Sources are negative, holders positive. 1 u is 1/3600 of a cent."
          padded={false}
        >
          {books ? <Accounts accounts={books.accounts} /> : <Unread />}
        </Panel>
      </div>
      <Panel title="Checks" folds={money.verdict.tone === "ok"} padded={false}>
        <Checks checks={money.checks} />
      </Panel>
      <Panel
        title="Unsettled top-ups"
        padded={false}
        actions={topUps.total > 0 ? <CsvLink table="top-ups" of="unsettled top-ups" /> : null}
      >
        <UnsettledTopUps rows={topUps.rows} />
        {topUps.pages > 1 ? <Pager name="topups" page={topUps.page} pages={topUps.pages} /> : null}
      </Panel>
      <Panel
        title="Webhook events that failed"
        padded={false}
        actions={events.total > 0 ? <CsvLink table="events" of="webhook events that failed" /> : null}
      >
        <FailedEvents rows={events.rows} />
        {events.pages > 1 ? <Pager name="events" page={events.page} pages={events.pages} /> : null}
      </Panel>
      {usage.total > 0 ? (
        <Panel
          title="Minutes to settle by hand"
          lead="Look up each report by its id in the customer's meter at the provider, and add what is missing there. Then settle it here: it is not sent again."
          padded={false}
          actions={<CsvLink table="usage" of="minutes to settle by hand" />}
        >
          <FailedUsage rows={usage.rows} mayCheck={money.mayCheck} />
          {usage.pages > 1 ? <Pager name="usage" page={usage.page} pages={usage.pages} /> : null}
        </Panel>
      ) : null}
      {resolved.total > 0 ? (
        <Panel title="Resolved" folds padded={false} actions={<CsvLink table="resolved" of="resolved differences" />}>
          <Differences rows={resolved.rows} empty="" resolved />
          {resolved.pages > 1 ? <Pager name="resolved" page={resolved.page} pages={resolved.pages} /> : null}
        </Panel>
      ) : null}
    </Page>
  );
}
