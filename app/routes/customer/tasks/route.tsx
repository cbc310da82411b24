import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { readQueueWaits } from "~/domain/capacity/read-queue-wait.server";
import { listJobs } from "~/domain/tasks/list-jobs.server";
import { readRecentLoad } from "~/domain/tasks/read-recent-load.server";
import { requireCustomer } from "~/http/access.server";
import { formAction } from "~/http/form.server";
import { fromRowText, toRowText } from "~/http/row-text";
import { useLoad } from "~/live/use-load";
import { useTasks } from "~/live/use-tasks";
import { ButtonLink } from "~/ui/button-link";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Refresh } from "~/ui/refresh";
import { Refused } from "~/ui/refused";
import { Stale } from "~/ui/stale";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { useRootData } from "~/ui/use-root-data";
import { AskKill } from "../ask-kill";
import { killIntent } from "../kill.server";
import { BalanceLine } from "./balance-line";
import { PreviousLink } from "./previous-link";
import { TaskTable } from "./task-table";
import { useDraftEnd } from "./use-draft-end";
import { isPrevious } from "./visible-jobs";

export const meta: MetaFunction = () => [{ title: "Tasks · Millrace" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { tenantId, tenantName } = await requireCustomer(request);
  const now = new Date();
  const listing = listJobs({ tenantId, now });
  const [jobs, load, waits] = await Promise.all([
    listing,
    readRecentLoad({ tenantId, now }),
    // Few lists have one that waits.
    listing.then((all) =>
      all.some(({ state }) => state === "queued") ? readQueueWaits({ tenantId, now }) : {},
    ),
  ]);
  const previous = new URL(request.url).searchParams.has("previous");
  const hidden = jobs.filter((job) => isPrevious(job, now.getTime() / 1000));
  return {
    ...{ account: tenantName, load, waits, previous, atMs: now.getTime() },
    // Most of a long history is never looked at; its number says that it is there.
    jobs: toRowText(previous ? jobs : jobs.filter((job) => !hidden.includes(job))),
    previousCount: hidden.length,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireCustomer(request);
  return await formAction(request, { kill: killIntent(actor, "/tasks") });
}

export default function Tasks() {
  const { account, previous, previousCount, atMs, ...loaded } = useLoaderData<typeof loader>();
  const money = useRootData()?.money;
  const asked = useKeptAnswer(useActionData<typeof action>());
  const { jobs, ageSeconds } = useTasks(
    useMemo(() => fromRowText(loaded.jobs), [loaded.jobs]),
    atMs,
  );
  const load = useLoad(account, loaded.load, atMs);
  useDraftEnd(jobs);
  const recent = jobs.filter((job) => !isPrevious(job, atMs / 1000));
  return (
    <Page
      title="Tasks"
      lead={money ? <BalanceLine account={account} money={money} /> : null}
      actions={
        <ButtonLink look="primary" to="/rent?new=1">
          Add New Task
        </ButtonLink>
      }
    >
      <Refresh everySeconds={15} />
      {asked && "ask" in asked ? <AskKill taskName={asked.ask} back="/tasks" /> : null}
      {asked && "message" in asked ? <Refused answer={asked} /> : null}
      <Panel title="Your tasks" padded={false} actions={<Stale ageSeconds={ageSeconds} />}>
        <TaskTable
          jobs={previous ? jobs : recent}
          load={load}
          waits={loaded.waits}
          hidden={previous ? 0 : previousCount}
        />
      </Panel>
      <PreviousLink shown={previous} count={previousCount} />
    </Page>
  );
}
