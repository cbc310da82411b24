import { existsSync, readFileSync, renameSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Server } from "ssh2";
import { readJson, taskFileSchema } from "../task/folder";
import { decide, parseKeys } from "./accept-key";
import { serveForwarding } from "./forward";
import { serveSession } from "./session";

const GRACE_MS = 1_000;
const PORT_TAKEN = 98;

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
  const server = new Server({ hostKeys: [hostKey], ident: "Millrace" }, (client, { ip }) => {
    client.on("authentication", (context) => {
      // Read at each login: keys may be added while the task runs.
      decide(context, parseKeys(readFileSync(join(paths.conf, "authorized_keys"), "utf8").split("\n")));
    });
    client.on("ready", () => {
      say(`ssh: connected from ${ip}`);
      client.on("session", (accept) => serveSession(accept(), environment));
      serveForwarding(client);
      client.on("close", () => say(`ssh: disconnected from ${ip}`));
    });
    client.on("error", () => {});
  });
  server.on("connection", () => {});
  server.on("error", (error: NodeJS.ErrnoException) => {
    say(`ssh: ${error.message}`);
    process.exit(error.code === "EADDRINUSE" ? PORT_TAKEN : 1);
  });
  server.listen(task.port, task.bind, () => {
    writeWhole(join(paths.run, "ready.json"), JSON.stringify({ port: task.port }));
    say(`task ${task.task_name} is ready`);
  });

  const end = (code: number | null, message: string) => {
    if (!existsSync(join(paths.run, "exit.json"))) {
      writeWhole(join(paths.run, "exit.json"), JSON.stringify({ code, message }));
    }
    say(message);
    server.close();
    setTimeout(() => process.exit(0), GRACE_MS).unref();
    process.exit(0);
  };
  const finish = join(paths.run, "finish");
  watch(paths.run, () => {
    if (!existsSync(finish)) return;
    const code = Number.parseInt(readFileSync(finish, "utf8"), 10);
    if (Number.isInteger(code)) end(code, `finished with exit code ${code}`);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => end(null, "stopped"));
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
