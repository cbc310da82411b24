import { done } from "../api/answer";
import { findUnfinishedTask, type Task, unfinishedTasks } from "../api/tasks";
import { waitForTask } from "../api/wait-for-task";
import type { Add, Context } from "../context";
import { Failure } from "../failure";
import { refreshHosts } from "../ssh/user-config";
import { requireConfirmation } from "../terminal/ask";
import { costSoFar, dollars } from "../terminal/words";

interface Options {
  all?: boolean;
  yes?: boolean;
  wait?: boolean;
}

export const kill: Add = (program, act) => {
  program
    .command("kill")
    .summary("Kill tasks")
    .description("Kill tasks: running ones stop, queued ones leave the queue")
    .argument("[names...]", "task names")
    .option("--all", "kill every unfinished task")
    .option("-y, --yes", "skip the confirmation")
    .option("-w, --wait", "wait until the tasks have ended")
    .action(
      act(async (context: Context, names: string[], options: Options) => {
        const { api: connect, out, env, login } = context;
        const api = connect();
        const tasks = await chosen(context, names, options);
        if (tasks.length === 0) out.note("You have no tasks to kill.");
        else if (!options.yes) await requireConfirmation(out, question(tasks));
        const killed: { task_name: string; resv_guid: string }[] = [];
        let failed: Failure | undefined;
        for (const { task_name, resv_guid } of tasks) {
          try {
            const answer = await done(api.POST("/v1/delete", { body: { task_name } }));
            if (!out.json) out.line(answer.human_readable_message);
            killed.push({ task_name, resv_guid, ...answer });
          } catch (error) {
            if (!(error instanceof Failure)) throw error;
            // One that ended meanwhile must not leave the others running.
            if (tasks.length > 1) out.note(error.message);
            failed ??= error;
          }
        }
        if (options.wait) {
          for (const { resv_guid } of killed) {
            const task = await waitForTask(api, { guid: resv_guid, until: ({ ts_finished }) => ts_finished !== 0 });
            if (!out.json) out.line(`Task ${task.task_name} has ended (${dollars(costSoFar(task))}).`);
          }
        }
        await refreshHosts({ env, api, profile: login().profile });
        if (out.json) out.result(killed, () => undefined);
        if (failed) throw tasks.length === 1 ? failed : notAll(killed.length, tasks.length, failed);
      }),
    );
};

async function chosen({ api }: Context, names: string[], { all = false }: Options): Promise<Task[]> {
  if (all && names.length > 0) throw Failure.usage("Name tasks or use --all, not both.");
  if (all) return await unfinishedTasks(api());
  if (names.length === 0) throw Failure.usage("Name a task or use --all.", "To list your tasks: millrace ls");
  const found: Task[] = [];
  for (const name of new Set(names)) found.push(await findUnfinishedTask(api(), name));
  return found;
}

function notAll(killed: number, all: number, { code }: Failure): Failure {
  return new Failure(`${killed} of ${all} tasks were killed.`, { code, hint: "To list the others: millrace ls" });
}

function question(tasks: Task[]): string {
  const names = tasks.map((task) => task.task_name).join(", ");
  return `Kill ${names}? Data outside volumes is lost.`;
}
