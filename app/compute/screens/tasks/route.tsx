import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { JobRow } from "~/compute/list-jobs.server";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction } from "~/platform/http/form.server";
import { useLoad } from "~/platform/live/use-load";
import { useTasks } from "~/platform/live/use-tasks";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Refresh } from "~/platform/ui/refresh";
import { Refused } from "~/platform/ui/refused";
import { Stale } from "~/platform/ui/stale";
import { TextLink } from "~/platform/ui/text-link";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { useDraftEnd } from "../reservation/use-draft-end";
import { AskKill, killQuestion } from "../ask-kill";
import { killIntent } from "../kill.server";
import { SAVE_KEY } from "../key-form";
import { saveKeyIntent } from "../save-key.server";
import { BalanceLine } from "./balance-line";
import { EndChosen, isEndable } from "./choose-tasks";
import { endAnswerOf } from "./end-answer";
import { END_TASKS, EndPanel } from "./end-panel";
import { endTasksIntent } from "./end-tasks.server";
import { FirstSteps } from "./first-steps";
import { loadList } from "./load-list.server";
import { NotFound, NoTasks } from "./no-tasks";
import { PreviousLink } from "./previous-link";
import { TaskFilter } from "./task-filter";
import { TaskTable } from "./task-table";
import { visibleJobs } from "./visible-jobs";

export const meta: MetaFunction = () => [{ title: "Tasks · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  return await loadList({ args, viewer: await requireCustomer(args, "tasks"), now: presentTime() });
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireCustomer(args, "tasks");
  return await formAction(args, {
    kill: killIntent(actor, "/tasks"),
    [END_TASKS]: endTasksIntent(actor),
    [SAVE_KEY]: saveKeyIntent(actor),
  });
}

export default function Tasks() {
  const { account, asked, more, previousCount, keyName, atMs, ...loaded } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const listed = loaded.jobs;
  const { jobs, ageSeconds } = useTasks(listed, atMs);
  const load = useLoad(account, loaded.load, atMs);
  useDraftEnd(jobs);
  const shown = visibleJobs(jobs, listed, asked, atMs);
  const isFiltered = asked.text !== "" || asked.tag !== "" || asked.state !== "" || asked.unreadable !== "";
  const isNew = jobs.length === 0 && previousCount === 0 && !isFiltered;
  // A page that reloads itself would discard typed text, choices and questions (decision 0056).
  const isRead = asked.find || answer !== undefined || (isNew && keyName === null);
  const ends = endAnswerOf(answer);
  const asksKill = killQuestion(answer);
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
      {isRead ? null : <Refresh everySeconds={15} />}
      {asksKill ? <AskKill job={asksKill} back="/tasks" /> : null}
      {ends ? <EndPanel answer={ends} /> : null}
      <Refused answer={refusalIn(answer)} />
      {isNew ? (
        <FirstSteps keyName={keyName} answer={refusalIn(answer)} />
      ) : (
        <>
          <TaskFilter asked={asked} />
          <Panel
            title="Your tasks"
            lead={more || asked.page > 1 ? undefined : countsOf(shown)}
            padded={false}
            actions={<Stale ageSeconds={ageSeconds} />}
          >
            <TaskTable
              jobs={shown}
              load={load}
              simulated={loaded.simulated}
              waits={loaded.waits}
              find={asked.find}
              empty={isFiltered ? <NotFound asked={asked} /> : <NoTasks hidden={previousCount} />}
            />
            {shown.some(isEndable) ? <EndChosen find={asked.find} /> : null}
            {more || asked.page > 1 ? <Pager page={asked.page} pages={asked.page} more={more} of="your tasks" /> : null}
          </Panel>
          {isFiltered ? null : <PreviousLink shown={asked.previous} count={previousCount} />}
          <p className="text-sm text-muted">
            Away from the screen?{" "}
            <TextLink to="/user/notifications#task-news">Get notified when a task starts or ends</TextLink>
          </p>
        </>
      )}
    </Page>
  );
}

/** Counts the listed tasks that run, are in an incident or wait, in words. */
function countsOf(jobs: JobRow[]): string {
  const running = jobs.filter(({ status }) => status === "running").length;
  const queued = jobs.filter(({ state }) => state === "queued").length;
  const incidents = jobs.filter(({ state }) => state === "incident").length;
  return `${running || "None"} running${incidents > 0 ? `, ${incidents} in an incident` : ""}${queued > 0 ? `, ${queued} queued` : ""}.`;
}
