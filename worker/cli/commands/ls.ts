import { done } from "../api/answer";
import { findTask, isUnfinished, listTasks, type Task, unfinishedTasks } from "../api/tasks";
import type { Add, Context } from "../context";
import { refreshHosts } from "../ssh/user-config";
import { stateColour } from "../terminal/colours";
import { shown } from "../terminal/text";
import { costSoFar, dollars, moment, perHour, span } from "../terminal/words";
import { wholeNumber } from "./option-values";

interface Options {
  all?: boolean;
  limit: number;
  tag?: string;
}

export const ls: Add = (program, act) => {
  program
    .command("ls")
    .description("List your tasks, or show one with its history")
    .argument("[name]", "task name")
    .option("-a, --all", "include ended tasks")
    .option("-n, --limit <number>", "number of ended tasks, newest first", wholeNumber(1, 500), 20)
    .option("-t, --tag <tag>", "only tasks with this tag")
    .action(
      act(async (context: Context, name: string | undefined, options: Options) =>
        name === undefined ? await list(context, options) : await showOne(context, name),
      ),
    );
};

async function list({ api: connect, out, env, login }: Context, { all = false, limit, tag }: Options): Promise<void> {
  const api = connect();
  const tasks = all ? await listTasks(api, { limit, tag }) : await unfinishedTasks(api, { tag });
  // Only the full list may replace the host entries.
  if (tag === undefined) {
    await refreshHosts({ env, api, profile: login().profile, tasks: tasks.filter(isUnfinished) });
  }
  out.result(tasks, () => {
    if (tasks.length > 0) out.table(tasks, COLUMNS);
    else out.note(noneText(all, tag));
  });
}

function noneText(all: boolean, tag: string | undefined): string {
  const which = `${all ? "" : "unfinished "}tasks`;
  if (tag !== undefined) return `You have no ${which} with the tag ${shown(tag)}.`;
  return `You have no ${which}. To start one: millrace rent`;
}

const sized = (task: Task) => `${task.gpus} × ${task.gpu_type}`;
const place = (task: Task) => (task.position === null ? task.state : `${task.state} #${task.position}`);

const COLUMNS = [
  { head: "NAME", cell: (task: Task) => task.task_name },
  { head: "STATE", cell: place, colour: (task: Task) => stateColour(task.state) },
  { head: "GPUS", cell: sized },
  { head: "CLUSTER", cell: (task: Task) => task.cluster_name, spare: 4 },
  { head: "TIME", cell: (task: Task) => span(task.uptime), right: true, spare: 1 },
  { head: "COST", cell: (task: Task) => dollars(costSoFar(task)), right: true },
  { head: "$/HOUR", cell: (task: Task) => perHour(task.pph), right: true, spare: 2 },
  { head: "SSH", cell: (task: Task) => task.ssh_addr, spare: 3 },
  { head: "TAGS", cell: (task: Task) => task.tags.join(", "), spare: 6 },
  { head: "ACCEPTED", cell: (task: Task) => moment(task.ts_scheduled), spare: 5 },
];

async function showOne({ api: connect, out }: Context, name: string): Promise<void> {
  const api = connect();
  const { resv_guid } = await findTask(api, name);
  const answer = await done(api.GET("/v1/tasks/{resv_guid}", { params: { path: { resv_guid } } }));
  const { job, events, maintenance } = answer;
  const facts: [string, string][] = [
    ["State", out.paint[stateColour(job.state)](place(job)) + (job.reason ? ` (${shown(job.reason)})` : "")],
    ["Name", job.display_name],
    ["Tags", job.tags.join(", ")],
    ["GPUs", `${sized(job)}, ${job.cluster_name}, ${job.network}`],
    ["Price", `${perHour(job.pph)} per hour`],
    ["So far", `${dollars(costSoFar(job))} for ${span(job.uptime)}`],
    ["Login", job.ssh_addr && `millrace ssh ${job.task_name}  (${job.ssh_addr}, ${job.ssh_host_fingerprint})`],
    ["Ends", job.ts_ends > 0 ? moment(job.ts_ends) : ""],
    ["Planned", maintenance ? maintenanceText(maintenance) : ""],
    ["Id", job.resv_guid],
  ];
  out.result(answer, () => {
    out.line(out.paint.bold(job.task_name));
    for (const [label, text] of facts) if (text) out.line(`  ${out.paint.dim(label.padEnd(7))} ${text}`);
    for (const { ts, to, text } of events) {
      out.line(`  ${out.paint.dim(moment(ts))}  ${to}${text ? `: ${shown(text)}` : ""}`);
    }
  });
}

function maintenanceText({ from_ts, to_ts }: { from_ts: number; to_ts: number | null }): string {
  const ending = to_ts === null ? "the machine leaves service" : `maintenance until ${moment(to_ts)}`;
  return `${ending}, from ${moment(from_ts)}; end the task before then`;
}
