import { existsSync, readdirSync, readFileSync, renameSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Connection, Server } from "ssh2";
import { readJson, taskFileSchema, type TaskFile } from "../task/folder";
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

export interface TaskServerPaths {
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
      if (!decide(context, keys) && context.method !== "none")
        say(`ssh: ${describeRefused(context)} from ${ip}`);
    });
    client.on("ready", () => {
      say(`ssh: connected from ${ip}`);
      client.on("session", (accept) => serveSession(accept(), environment));
      serveForwarding(client);
      client.on("close", () => say(`ssh: disconnected from ${ip}`));
    });
    client.on("error", () => {});
  });
  listen(server, task, say, (port) => {
    writeWhole(join(paths.run, "ready.json"), JSON.stringify({ port }));
    say(`task ${task.task_name} is ready`);
  });

  let ending = false;
  const end = (code: number | null, message: string) => {
    if (ending) return;
    ending = true;
    say(message);
    writeWhole(join(paths.run, "exit.json"), JSON.stringify({ code, message }));
    server.close();
    for (const client of clients) client.end();
    endWhenAlone(performance.now());
  };
  const finish = join(paths.run, "finish");
  watch(paths.run, () => {
    if (!existsSync(finish)) return;
    const code = Number.parseInt(readFileSync(finish, "utf8"), 10);
    if (Number.isInteger(code)) end(code & 0xff, `finished with exit code ${code & 0xff}`);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => end(null, "stopped"));
}

/** Listens on the task's port, or on the next spare one when somebody took it since the agent chose it. */
function listen(
  server: Server,
  task: TaskFile,
  say: (line: string) => void,
  ready: (port: number) => void,
): void {
  const ports = [task.port, ...task.spare_ports];
  const next = () => server.listen(ports[0] ?? 0, task.bind, () => ready(ports[0] ?? 0));
  server.on("error", (error: NodeJS.ErrnoException) => {
    say(`ssh: ${error.message}`);
    ports.shift();
    if (error.code !== "EADDRINUSE" || ports.length === 0) process.exit(1);
    next();
  });
  next();
}

/** The end of this process ends every other of the sandbox, so those that want to end by themselves get a moment. */
function endWhenAlone(sinceMs: number): void {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).length;
  if (processes <= OWN_PROCESSES || performance.now() - sinceMs > GRACE_MS) process.exit(0);
  setTimeout(() => endWhenAlone(sinceMs), LOOK_MS);
}

function environmentOf(
  paths: TaskServerPaths,
  task: { task_name: string; gpus: number[]; gpu_uuids: string[]; placement_id: string },
) {
  const system = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  return {
    ...marks(),
    HOME: paths.home,
    USER: "root",
    LOGNAME: "root",
    SHELL: "/bin/bash",
    PATH: `${paths.bin}:${system}`,
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

function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
