import { confirm } from "@clack/prompts";
import { done } from "../api/answer";
import { findUnfinishedTask, type Task, unfinishedTasks } from "../api/tasks";
import { waitForTask } from "../api/wait-for-task";
import type { Add, Context } from "../context";
import { Failure } from "../failure";
import { refreshHosts } from "../ssh/user-config";
import { answered } from "../terminal/ask";
import { shown } from "../terminal/text";
import { costSoFar, dollars } from "../terminal/words";

interface Options {
  all?: boolean;
  yes?: boolean;
  wait?: boolean;
}

export const kill: Add = (program, act) => {
  program
    .command("kill")
    .summary("Ends tasks")
    .description("Ends tasks: a running one stops, a queued one leaves the queue")
    .argument("[names...]", "tasks")
    .option("--all", "every task that has not ended")
    .option("-y, --yes", "do not ask")
    .option("-w, --wait", "until they have ended")
    .action(
      act(async (context: Context, names: string[], options: Options) => {
        const { api: connect, out, env, login } = context;
        const api = connect();
        const tasks = await chosen(context, names, options);
        if (tasks.length === 0) out.note("There is nothing to end.");
        if (!options.yes) await ask(context, tasks);
        const told: Record<string, unknown>[] = [];
        for (const { task_name, resv_guid } of tasks) {
          const answer = await done(api.POST("/v1/delete", { body: { task_name } }));
          if (!out.json) out.line(answer.human_readable_message);
          told.push({ task_name, resv_guid, ...answer });
        }
        if (options.wait) {
          for (const { resv_guid } of tasks) {
            const task = await waitForTask(api, { guid: resv_guid, until: ({ ts_finished }) => ts_finished !== 0 });
            if (!out.json) out.line(`Task ${task.task_name} has ended (${dollars(costSoFar(task))}).`);
          }
        }
        await refreshHosts({ env, api, profile: login().profile });
        if (out.json) out.result(told, () => undefined);
      }),
    );
};

async function chosen({ api }: Context, names: string[], { all = false }: Options): Promise<Task[]> {
  if (all && names.length > 0) throw Failure.usage("Name tasks, or say --all, not both.");
  if (all) return await unfinishedTasks(api());
  if (names.length === 0) throw Failure.usage("Which task?", "millrace kill NAME, or --all. `millrace ls` lists them.");
  const found: Task[] = [];
  for (const name of new Set(names)) found.push(await findUnfinishedTask(api(), name));
  return found;
}

async function ask({ out }: Context, tasks: Task[]): Promise<void> {
  if (tasks.length === 0) return;
  if (!out.mayAsk) throw Failure.usage("Nobody is there to be asked.", "Say --yes to end tasks without a question.");
  const names = tasks.map((task) => task.task_name).join(", ");
  const message = `End ${shown(names)}? What is stored on ${tasks.length === 1 ? "it" : "them"} is gone.`;
  if (!(await answered(confirm({ message, initialValue: false, output: process.stderr })))) throw Failure.interrupted();
}
