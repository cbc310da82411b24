import { findUnfinishedTask, type Task } from "../api/tasks";
import { isReachable, waitForTask } from "../api/wait-for-task";
import type { Add, Context } from "../context";
import { EXIT, Failure } from "../failure";
import { asArguments, connectionTo, type Connection, sshFolder } from "../ssh/connection";
import { identities } from "../ssh/local-keys";
import { runProgram } from "../ssh/run-program";

/** The status of ssh when it cannot connect; a command in the task may return it too. */
const COULD_NOT_CONNECT = 255;

interface Options {
  identity?: string;
  wait?: boolean;
  print?: boolean;
}

export const ssh: Add = (program, act) => {
  program
    .command("ssh")
    .description("Log in to a running task, or run a command in it")
    .argument("<name>", "task name")
    .argument("[command...]", "after --: a command to run instead of a shell")
    .option("-i, --identity <file>", "private key; default: local keys stored in your account")
    .option("-w, --wait", "wait until the task runs")
    .option("--print", "print the ssh command instead of running it")
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
            "If your key was refused, compare it with `millrace ssh-key ls`. A task only accepts keys stored before its start.",
          );
        }
      }),
    );
};

/** Builds the connection to a task. @throws Failure when the task is not running */
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
  const task = wait ? await waitForTask(api, { guid: found.resv_guid, until: isReachable }) : found;
  if (!isReachable(task)) throw notRunning(task);
  return connectionTo(task, { folder: sshFolder(env.folder, login().profile), keys });
}

function notRunning(task: Task): Failure {
  const place = task.position === null ? "" : ` at position ${task.position}`;
  return new Failure(`Task ${task.task_name} is not running: it is ${task.state}${place}.`, {
    code: EXIT.inVain,
    hint: ["stopping", "incident"].includes(task.state)
      ? "To see its state: millrace ls"
      : "To wait until it runs, use --wait.",
  });
}

export function asShell(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}
