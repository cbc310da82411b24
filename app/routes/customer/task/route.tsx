import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "~/http/access.server";
import { formAction } from "~/http/form.server";
import { guidInAddress } from "~/http/schemas/guid.server";
import { useTask } from "~/live/use-tasks";
import { ButtonLink } from "~/ui/button-link";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { QueueWait } from "~/ui/queue-wait";
import { Refused } from "~/ui/refused";
import { Stale } from "~/ui/stale";
import { refusalIn, useKeptAnswer } from "~/ui/use-kept-answer";
import { AskKill } from "../ask-kill";
import { CommandLine } from "../command-line";
import { killIntent } from "../kill.server";
import { KillPopup } from "../kill-popup";
import { SshDoctor } from "../ssh-doctor";
import { checkSshIntent } from "../ssh-doctor.server";
import { reportOf } from "../ssh-report";
import { TaskStatus } from "../task-status";
import { EventsList } from "./events-list";
import { LoadPanel } from "./load-panel";
import { loadTask } from "./load-task.server";
import { LogPanel } from "./log-panel";
import { ownEndIntent } from "./own-end.server";
import { OwnEndPanel } from "./own-end-panel";
import { Placements } from "./placements";
import { startAgainPath } from "./start-again";
import { TaskFacts } from "./task-facts";
import { useFreshDetails } from "./use-fresh-details";
import { Why } from "./why";

export { headers } from "~/http/action-headers";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.job.task_name ?? "Task"} · Millrace` },
];

export async function loader(args: LoaderFunctionArgs) {
  return await loadTask({
    viewer: await requireCustomer(args, "task"),
    resvGuid: args.params["resvGuid"] ?? "",
    search: new URL(args.request.url).searchParams,
    now: new Date(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCustomer(args, "task");
  const resvGuid = guidInAddress(args.params);
  return await formAction(args, {
    kill: killIntent(viewer, `/tasks/${resvGuid}`),
    "own-end": ownEndIntent(viewer, resvGuid),
    "check-ssh": checkSshIntent(viewer, resvGuid),
  });
}

export default function Task() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const { job, ageSeconds } = useTask(loaded.job, loaded.atMs);
  useFreshDetails(job, loaded.job.version);
  const unfinished = job.ts_finished === 0;
  return (
    <Page
      title={job.task_name}
      lead={
        <>
          <TaskStatus job={job} /> <Stale ageSeconds={ageSeconds} />
        </>
      }
      actions={
        <>
          <ButtonLink to={startAgainPath(job, loaded.tenantImage)}>Start again</ButtonLink>
          {unfinished && job.state !== "stopping" ? <KillPopup taskName={job.task_name} /> : null}
        </>
      }
    >
      {answer && "ask" in answer ? <AskKill taskName={job.task_name} back={`/tasks/${job.resv_guid}`} /> : null}
      <Refused answer={refusalIn(answer)} />
      <Why {...{ ...loaded, state: job.state, reason: job.reason }} />
      <QueueWait job={job} wait={loaded.wait} />
      <Panel title="Task">
        <TaskFacts job={job} loaded={loaded} />
      </Panel>
      {unfinished && job.state !== "stopping" ? (
        <OwnEndPanel
          job={job}
          atMs={loaded.atMs}
          errors={answer && "lastResult" in answer ? (answer.lastResult.error ?? {}) : {}}
        />
      ) : null}
      {job.ssh_addr ? (
        <Panel id="command-line" title="Command Line">
          <CommandLine job={job} />
        </Panel>
      ) : null}
      <LogPanel key={job.resv_guid} resvGuid={job.resv_guid} log={loaded.log} unfinished={unfinished} />
      <LoadPanel job={job} metrics={loaded.metrics} range={loaded.range} />
      {unfinished ? <SshDoctor report={reportOf(answer)} /> : null}
      <Panel title="Events">
        <EventsList events={loaded.events} />
      </Panel>
      {loaded.placements.length > 0 ? (
        <Panel title="Placements" padded={false}>
          <Placements placements={loaded.placements} />
        </Panel>
      ) : null}
    </Page>
  );
}
