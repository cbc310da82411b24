import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "~/http/access.server";
import { useTask } from "~/live/use-tasks";
import { ButtonLink } from "~/ui/button-link";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Refused } from "~/ui/refused";
import { Stale } from "~/ui/stale";
import { AskKill } from "../ask-kill";
import { CommandLine } from "../command-line";
import { killTask } from "../kill.server";
import { KillPopup } from "../kill-popup";
import { TaskStatus } from "../task-status";
import { Charts } from "./charts";
import { EventsList } from "./events-list";
import { loadTask } from "./load-task.server";
import { LogLines } from "./log-lines";
import { Placements } from "./placements";
import { startAgainPath } from "./start-again";
import { useFreshDetails } from "./use-fresh-details";
import { TaskFacts } from "./task-facts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.job.task_name ?? "Task"} · Millrace` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return await loadTask({
    viewer: await requireCustomer(request),
    resvGuid: params["resvGuid"] ?? "",
    now: new Date(),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return await killTask(request, `/tasks/${params["resvGuid"]}`);
}

export default function Task() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { job, ageSeconds } = useTask(loaded.job, loaded.atMs);
  useFreshDetails(job, loaded.job.version);
  const killable = job.ts_finished === 0 && job.state !== "stopping";
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
          {killable ? <KillPopup taskName={job.task_name} /> : null}
        </>
      }
    >
      {answer && "ask" in answer ? (
        <AskKill taskName={job.task_name} back={`/tasks/${job.resv_guid}`} />
      ) : null}
      {answer && "message" in answer ? <Refused answer={answer} /> : null}
      <Panel title="Task">
        <TaskFacts job={job} loaded={loaded} />
      </Panel>
      {job.ssh_addr ? (
        <Panel title="Command Line">
          <CommandLine taskName={job.task_name} sshAddr={job.ssh_addr} />
        </Panel>
      ) : null}
      {loaded.metrics.points_ts.length > 1 ? (
        <Panel title="Load" lead="The last hour">
          <Charts metrics={loaded.metrics} />
        </Panel>
      ) : null}
      <Panel title="Events">
        <EventsList events={loaded.events} />
      </Panel>
      <Panel title="Log" lead="The last 1000 lines">
        <LogLines lines={loaded.lines} />
      </Panel>
      {loaded.placements.length > 0 ? (
        <Panel title="Placements" padded={false}>
          <Placements placements={loaded.placements} />
        </Panel>
      ) : null}
    </Page>
  );
}
