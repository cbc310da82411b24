import type { Api } from "../api/client";
import { findUnfinishedTask, type Task } from "../api/tasks";
import { isReachable, waitForTask } from "../api/wait-for-task";
import type { Add, Context } from "../context";
import { EXIT, Failure } from "../failure";
import { asArguments, connectionTo, type Connection, sshFolder } from "../ssh/connection";
import { identities } from "../ssh/local-keys";
import { runProgram } from "../ssh/run-program";

/** ssh's own status; a command of the task may end with it as well. */
const COULD_NOT_CONNECT = 255;

interface Options {
  identity?: string;
  wait?: boolean;
  print?: boolean;
}

export const ssh: Add = (program, act) => {
  program
    .command("ssh")
    .description("Logs in to a running task, or runs one command there")
    .argument("<name>", "a task")
    .argument("[command...]", "after --: what to run instead of a shell")
    .option("-i, --identity <file>", "private key; else those that the account knows")
    .option("-w, --wait", "until it runs")
    .option("--print", "only print the ssh command")
    .action(
      act(async (context: Context, name: string, command: string[], { identity, wait, print }: Options) => {
        const { out } = context;
        const connection = await reach(context, name, { identity, wait });
        const terminal = command.length === 0 || !out.isTerminal ? [] : ["-t"];
        const args = [...asArguments(connection), ...terminal, connection.host, ...command];
        if (out.json || print) {
          out.result({ command: ["ssh", ...args], options: connection.options }, () =>
            out.raw(`${asShell(["ssh", ...args])}\n`),
          );
          return;
        }
        process.exitCode = await runProgram("ssh", args);
        if (process.exitCode === COULD_NOT_CONNECT && out.isWatched) {
          out.note(
            "If your key was refused: `millrace ssh-key ls` shows those of your account; a task has those of its start.",
          );
        }
      }),
    );
};

/** How to reach a task of that name now. @throws Failure when it does not run. */
export async function reach(
  { api: connect, env, login, out }: Context,
  name: string,
  { identity, wait = false }: Pick<Options, "identity" | "wait">,
): Promise<Connection> {
  const api = connect();
  const [found, keys] = await Promise.all([
    findUnfinishedTask(api, name),
    identity === undefined ? identities(api, env.home) : [identity],
  ]);
  if (wait && !isReachable(found)) out.note(`Waiting for ${found.task_name} (${found.state}) …`);
  const task = wait ? await waitUntilReachable(api, found) : found;
  if (!isReachable(task)) throw notRunning(task);
  return connectionTo(task, { folder: sshFolder(env.folder, login().profile), keys });
}

async function waitUntilReachable(api: Api, { resv_guid }: Task): Promise<Task> {
  return await waitForTask(api, { guid: resv_guid, until: isReachable });
}

function notRunning(task: Task): Failure {
  const place = task.position === null ? "" : ` at position ${task.position}`;
  return new Failure(`Task ${task.task_name} does not run: it is ${task.state}${place}.`, {
    code: EXIT.inVain,
    hint: ["stopping", "incident"].includes(task.state) ? "`millrace ls` shows it." : "--wait waits until it runs.",
  });
}

/** A command line that a shell reads as these words. */
export function asShell(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}
