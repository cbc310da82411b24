import { openSync, readdirSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { createServer, type Server as NetServer } from "node:net";
import { type Connection, Server } from "ssh2";
import { SOCKET_NAME } from "../keeper/connect-inside";
import { takeIntroduction } from "../keeper/introduce";
import { sftpWorks } from "../sftp/self-test";
import { readJson, readSmallFile, taskFileSchema, writeWhole } from "../task/folder";
import { SIMULATED_DIR } from "../task/program-files";
import { decide, describeRefused, parseKeys } from "./accept-key";
import { serveForwarding } from "./forward";
import { serveSession } from "./session";

/** What the customer's programs get to end by themselves. */
const GRACE_MS = 1_000;
const LOOK_MS = 25;
/** In a sandbox without any program of the customer: its first process, and this one. */
const OWN_PROCESSES = 2;

/** The types of the package leave it out. */
type DelayableConnection = Connection & { setNoDelay: (on: boolean) => void };

interface TaskServerPaths {
  conf: string;
  run: string;
  bin: string;
  home: string;
}

/**
 * The SSH server of one task, as a process of its own inside the task's sandbox, so that the agent may end and come
 * back without a customer noticing. It ends when it is told to, or when the customer runs `finish [code]`.
 */
export function serveTask(paths: TaskServerPaths): void {
  const task = readJson(join(paths.conf, "task.json"), taskFileSchema);
  if (!task) throw new Error(`no usable task.json in ${paths.conf}`);
  const environment = environmentOf(paths, task);
  const say = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  const hostKey = readFileSync(join(paths.conf, "host_key"));
  const clients = new Set<Connection>();
  const server = new Server({ hostKeys: [hostKey], ident: "Millrace" }, (client, { ip }) => {
    // Each key pressed is a small packet that must not wait for the next one.
    (client as DelayableConnection).setNoDelay(true);
    clients.add(client);
    client.on("close", () => clients.delete(client));
    client.on("authentication", (context) => {
      // Read at each login: keys may be added while the task runs.
      const keys = parseKeys(readFileSync(join(paths.conf, "authorized_keys"), "utf8").split("\n"));
      if (!decide(context, keys) && context.method !== "none") say(`ssh: ${describeRefused(context)} from ${ip}`);
    });
    client.on("ready", () => {
      say(`ssh: connected from ${ip}`);
      client.on("session", (accept) => serveSession(accept(), environment));
      serveForwarding(client);
      client.on("close", () => say(`ssh: disconnected from ${ip}`));
    });
    client.on("error", () => {});
  });
  const door = listen(server, paths.run, () => say(`task ${task.task_name} is ready`));
  // The SSH doctor reads this line: it cannot log in to try.
  void sftpWorks().then((works) => say(`sftp: ${works ? "works" : "does not work"}`));

  let ending = false;
  const end = (code: number | null, message: string) => {
    if (ending) return;
    ending = true;
    say(message);
    try {
      writeWhole(join(paths.run, "exit.json"), JSON.stringify({ code, message }));
    } catch (error) {
      // The folder is the customer's: who makes one of that name, or fills the disk, ends without an exit code.
      say(String(error));
    }
    door.close();
    for (const client of clients) client.end();
    endWhenAlone(performance.now());
  };
  const finish = join(paths.run, "finish");
  watch(paths.run, () => {
    const code = Number.parseInt(readSmallFile(finish) ?? "", 10);
    if (Number.isInteger(code)) end(code & 0xff, `finished with exit code ${code & 0xff}`);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => end(null, "stopped"));
  // The keeper holds the other end: without it nobody would come in any more.
  process.stdin.once("close", () => end(null, "stopped")).resume();
}

/** Listens on the socket that the task's keeper hands connections to. */
function listen(server: Server, runDir: string, ready: () => void): NetServer {
  const door = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    takeIntroduction(socket).then(
      () => server.injectSocket(socket),
      () => socket.destroy(),
    );
  });
  // The folder's own path may be longer than the name of a socket can be.
  const folder = openSync(runDir, "r");
  door.listen(`/proc/self/fd/${folder}/${SOCKET_NAME}`, ready);
  return door;
}

/** The end of this process ends every other of the sandbox, so those that want to end by themselves get a moment. */
function endWhenAlone(sinceMs: number): void {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).length;
  if (processes <= OWN_PROCESSES || performance.now() - sinceMs > GRACE_MS) process.exit(0);
  setTimeout(() => endWhenAlone(sinceMs), LOOK_MS);
}

function environmentOf(
  paths: TaskServerPaths,
  task: { task_name: string; gpus: number[]; gpu_uuids: string[]; simulated: boolean },
) {
  const system = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  return {
    ...marks(),
    HOME: paths.home,
    USER: "root",
    LOGNAME: "root",
    SHELL: "/bin/bash",
    PATH: `${task.simulated ? `${paths.bin}/${SIMULATED_DIR}:` : ""}${paths.bin}:${system}`,
    MILLRACE_TASK: task.task_name,
    MILLRACE_GPUS: task.gpus.join(","),
    MILLRACE_RUN: paths.run,
    CUDA_VISIBLE_DEVICES: task.gpu_uuids.join(","),
  };
}

/** The marks by which the agent finds all processes of a task are handed down to each. */
function marks(): Record<string, string> {
  return Object.fromEntries(
    ["MILLRACE_PLACEMENT", "MILLRACE_AGENT_DIR"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
