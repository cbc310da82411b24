import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { shownName } from "~/compute/task-tags";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction } from "~/platform/http/form.server";
import { guidInAddress } from "~/platform/http/schemas/guid.server";
import { useTask } from "~/platform/live/use-tasks";
import { ButtonLink } from "~/platform/ui/button-link";
import { late } from "~/platform/ui/late";
import { Page } from "~/platform/ui/page";
import { Refused } from "~/platform/ui/refused";
import { Stale } from "~/platform/ui/stale";
import { Tabs } from "~/platform/ui/tabs";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { AskKill, killQuestion } from "../ask-kill";
import { killIntent } from "../kill.server";
import { KillPopup } from "../kill-popup";
import { useDraftEnd } from "../reservation/use-draft-end";
import { checkSshIntent } from "../ssh-doctor.server";
import { reportOf } from "../ssh-report";
import { startAgainPath } from "../start-again";
import { TaskStatus } from "../task-status";
import { Tags } from "../task-tags";
import { describeIntent } from "./describe.server";
import { Maintenance } from "./maintenance";
import { loadTask } from "./load-task.server";
import { ownEndIntent } from "./own-end.server";
import { QueueWait } from "./queue-wait";
import { StartSteps } from "./start-steps";
import { portIntents } from "./ports.server";
import { nodeIn, type Tab, tabPath, TABS } from "./tabs";
import { useFreshDetails } from "./use-fresh-details";
import { Why } from "./why";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? shownName(data.job) : "Task"} · Millrace` },
];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireCustomer(args, "task");
  return await loadTask({ args, viewer, resvGuid: args.params["resvGuid"] ?? "", now: presentTime() });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCustomer(args, "task");
  const resvGuid = guidInAddress(args.params);
  const node = nodeIn(new URL(args.request.url).searchParams);
  return await formAction(args, {
    kill: killIntent(viewer, `/tasks/${resvGuid}`),
    "own-end": ownEndIntent(viewer, resvGuid),
    describe: describeIntent(viewer, resvGuid),
    "check-ssh": checkSshIntent(viewer, { resvGuid, node }),
    ...portIntents(viewer, resvGuid, node),
  });
}

/** The token of its ports in what an action answered, if it has one. */
function portTokenOf(answer: unknown): string | null {
  return typeof answer === "object" && answer !== null && "portToken" in answer ? String(answer.portToken) : null;
}

/** Each tab's script comes with the tab. */
const CONTENT = {
  overview: late("task/overview", () => import("./tab/overview")),
  connect: late("task/connect", () => import("./tab/connect")),
  logs: late("task/logs", () => import("./tab/logs")),
  metrics: late("task/metrics", () => import("./tab/metrics")),
  events: late("task/events", () => import("./tab/events")),
  cost: late("task/cost", () => import("./tab/cost")),
};

export default function Task() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const { job, ageSeconds } = useTask(loaded.job, loaded.atMs);
  useFreshDetails(job, loaded.job.version);
  useDraftEnd([job]);
  const { tab } = loaded;
  const Content = CONTENT[tab];
  const path = tabPath(job.resv_guid, tab);
  const asked = killQuestion(answer);
  return (
    <Page
      title={shownName(job)}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TaskStatus job={job} />
          {job.display_name === "" ? null : <span className="font-mono text-sm">{job.task_name}</span>}
          <Tags tags={job.tags} />
          <Stale ageSeconds={ageSeconds} />
        </span>
      }
      actions={
        job.ts_finished > 0 ? (
          <ButtonLink to={startAgainPath(job.resv_guid)}>Start again</ButtonLink>
        ) : job.state !== "stopping" ? (
          <KillPopup job={job} back={path} />
        ) : null
      }
    >
      {asked ? <AskKill job={asked} back={path} /> : null}
      <Refused answer={refusalIn(answer)} />
      {loaded.explanation && loaded.job.state === job.state ? (
        <Why explanation={loaded.explanation} reason={job.reason} />
      ) : null}
      {job.state === "starting" || job.state === "placing" ? <StartSteps steps={loaded.steps ?? []} /> : null}
      {job.maintenance && job.ts_finished === 0 ? <Maintenance planned={job.maintenance} /> : null}
      <QueueWait job={job} wait={loaded.wait ?? undefined} hitRate={loaded.hitRate} nodesOut={loaded.nodesOut} />
      <Tabs
        label="Parts of the task"
        tabs={Object.entries(TABS).map(([name, label]) => ({
          label,
          to: tabPath(job.resv_guid, name as Tab),
          current: name === tab,
        }))}
      />
      <Content
        job={job}
        loaded={loaded}
        errors={answer && "lastResult" in answer ? (answer.lastResult.error ?? {}) : {}}
        report={reportOf(answer)}
        portToken={portTokenOf(answer)}
      />
    </Page>
  );
}
