import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useMemo } from "react";
import { readQueueWaits } from "~/domain/capacity/read-queue-wait.server";
import { type JobRow, listJobs } from "~/domain/tasks/list-jobs.server";
import { readRecentLoad } from "~/domain/tasks/read-recent-load.server";
import { listSshKeys } from "~/domain/ssh-keys/list-ssh-keys.server";
import { requireCustomer } from "~/http/access.server";
import { formAction } from "~/http/form.server";
import { fromRowText, toRowText } from "~/http/row-text";
import { readSimulated } from "~/domain/tasks/read-simulated.server";
import { useLoad } from "~/live/use-load";
import { useTasks } from "~/live/use-tasks";
import { ButtonLink } from "~/ui/button-link";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Refresh } from "~/ui/refresh";
import { Refused } from "~/ui/refused";
import { Stale } from "~/ui/stale";
import { refusalIn, useKeptAnswer } from "~/ui/use-kept-answer";
import { AskKill } from "../ask-kill";
import { killIntent } from "../kill.server";
import { SAVE_KEY } from "../key-form";
import { saveKeyIntent } from "../save-key.server";
import { askedTasks, isAsked } from "./asked-tasks";
import { BalanceLine } from "./balance-line";
import { FirstSteps } from "./first-steps";
import { NotFound, NoTasks } from "./no-tasks";
import { PreviousLink } from "./previous-link";
import { TaskFilter } from "./task-filter";
import { TaskTable } from "./task-table";
import { isPrevious } from "./visible-jobs";
import { deleteDraft, readDraft } from "../../public/reservation/draft";

export const meta: MetaFunction = () => [{ title: "Tasks · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId, tenantName } = await requireCustomer(args, "tasks");
  const now = new Date();
  const listing = listJobs({ tenantId, now });
  const [jobs, load, simulated, waits, keys] = await Promise.all([
    listing,
    readRecentLoad({ tenantId, now }),
    readSimulated({ tenantId }),
    // Few lists have one that waits.
    listing.then((all) =>
      all.some(({ state, position }) => state === "queued" || position !== null)
        ? readQueueWaits({ tenantId, now })
        : {},
    ),
    // A list that is empty leads to the first task, which needs a key.
    listing.then(async (all) => (all.length > 0 ? [] : await listSshKeys({ tenantId }))),
  ]);
  const asked = askedTasks(new URL(args.request.url).searchParams);
  const hidden = jobs.filter((job) => isPrevious(job, now.getTime() / 1000));
  return {
    account: tenantName,
    load,
    simulated,
    waits,
    asked,
    atMs: now.getTime(),
    // Most of a long history is never looked at; its number says that it is there.
    listed: jobs.length,
    jobs: toRowText(asked.previous ? jobs : jobs.filter((job) => !hidden.includes(job))),
    previousCount: hidden.length,
    keyName: (keys.find((key) => key.isDefault) ?? keys[0])?.name ?? null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireCustomer(args, "tasks");
  return await formAction(args, {
    kill: killIntent(actor, "/tasks"),
    [SAVE_KEY]: saveKeyIntent(actor),
  });
}

export default function Tasks() {
  const { account, asked, previousCount, keyName, atMs, ...loaded } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const { jobs, ageSeconds } = useTasks(
    useMemo(() => fromRowText(loaded.jobs), [loaded.jobs]),
    atMs,
  );
  const load = useLoad(account, loaded.load, atMs);
  useDraftEnd(jobs);
  const isNew = jobs.length === 0 && previousCount === 0;
  // A page that loads itself again would take from a field what is being typed (decision 0057).
  const asksForKey = isNew && keyName === null;
  const shown = jobs.filter((job) => isAsked(job, asked) && (asked.previous || !isPrevious(job, atMs / 1000)));
  const isFiltered = asked.text !== "" || asked.state !== "";
  return (
    <Page
      title="Tasks"
      lead={<BalanceLine />}
      actions={
        <ButtonLink look={isNew ? "secondary" : "primary"} to="/rent?new=1">
          Add New Task
        </ButtonLink>
      }
    >
      {asksForKey || asked.find ? null : <Refresh everySeconds={15} />}
      {answer && "ask" in answer ? <AskKill taskName={answer.ask} back="/tasks" /> : null}
      <Refused answer={refusalIn(answer)} />
      {isNew ? (
        <FirstSteps keyName={keyName} answer={refusalIn(answer)} />
      ) : (
        <>
          <TaskFilter asked={asked} />
          <Panel title="Your tasks" padded={false} actions={<Stale ageSeconds={ageSeconds} />}>
            <TaskTable
              jobs={shown}
              load={load}
              simulated={loaded.simulated}
              waits={loaded.waits}
              empty={isFiltered ? <NotFound listed={loaded.listed} /> : <NoTasks hidden={previousCount} />}
            />
          </Panel>
        </>
      )}
      {isNew || isFiltered ? null : <PreviousLink shown={asked.previous} count={previousCount} />}
    </Page>
  );
}

/** Deletes the saved draft once its task is here (6.2). */
function useDraftEnd(jobs: JobRow[]): void {
  useEffect(() => {
    const taskName = readDraft()?.get("task_name")?.trim().replace(/\s+/g, "-");
    if (jobs.some((job) => job.task_name === taskName)) deleteDraft();
  }, [jobs]);
}
