import { appendFileSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer, type Server as NetServer, type Socket } from "node:net";
import { type Connection, Server } from "ssh2";
import { programsLine, RECOMMENDED_PROGRAMS } from "~/compute/recommended-programs";
import { SOCKET_NAME } from "../keeper/connect-inside";
import { takeIntroduction } from "../keeper/introduce";
import { sftpWorks } from "../sftp/self-test";
import { readJson, readSmallFile, taskFileSchema, writeWhole } from "../task/folder";
import { baseEnvironment, isInPath } from "./base-environment";
import { openHome, reapOrphans, runStartCommand } from "./in-container";
import { decide, describeRefused } from "./accept-key";
import { acceptAgent } from "./agent-key";
import { serveForwarding } from "./forward";
import { LoginLimit } from "./limit-login";
import { Logins } from "./logins";
import { PORTS_SOCKET, servePorts } from "./ports";
import { serveSession } from "./session";
import { watchFolder } from "./watch-folder";

/** Time that the customer's programs get to end by themselves. */
const GRACE_MS = 1_000;
const LOOK_MS = 25;
/** The types of the package leave its socket out. */
type OwnConnection = Connection & { _sock: Socket };

export interface TaskServerPaths {
  conf: string;
  run: string;
  bin: string;
  home: string;
  /** File for its lines; its output by default. */
  log?: string | undefined;
  /**
   * Set in a container, where it listens itself: its port, and the image's variables that it
   * must not use itself.
   */
  container?: { port: number; environment: Record<string, string> } | undefined;
  /** Set in an image's system that is nobody else's: a container, or the place of a pilot. */
  image?: boolean | undefined;
}

/**
 * Runs the SSH server of one task, as a separate process inside the task's sandbox, so that the agent may restart
 * unnoticed. It ends on request, or when the customer runs `finish [code]`.
 */
export function serveTask(paths: TaskServerPaths): void {
  if (paths.image || paths.container) openHome(paths);
  const task = readJson(join(paths.conf, "task.json"), taskFileSchema);
  if (!task) throw new Error(`no usable task.json in ${paths.conf}`);
  const environment = baseEnvironment(paths, task);
  const say = (line: string) => writeLine(paths.log, `${new Date().toISOString()} ${line}`);
  const hostKey = readFileSync(join(paths.conf, "host_key"));
  const clients = new Set<Connection>();
  const logins = new Logins(paths.conf);
  const limit = new LoginLimit();
  // Called when the client has sent its first line, so others may have connected since.
  const server = new Server({ hostKeys: [hostKey], ident: "Millrace" }, (client, { ip }) => {
    const { _sock: socket } = client as OwnConnection;
    // Each keystroke is a small packet that must not wait for the next one.
    socket.setNoDelay(true);
    clients.add(client);
    let key: Buffer | null = null;
    client.on("close", () => clients.delete(client));
    // The log names logins, and the SSH doctor reads it: the agent's own login must not appear.
    let isAgent = false;
    client.on("authentication", (context) => {
      isAgent = acceptAgent(context, paths.conf);
      if (isAgent) return;
      const accepted = decide(context, logins.keys());
      if (accepted && context.method === "publickey") key = context.key.data;
      else if (context.method !== "none") say(`ssh: ${describeRefused(context)} from ${ip}`);
    });
    client.on("ready", () => {
      limit.end(socket);
      if (!isAgent) say(`ssh: connected from ${ip}`);
      if (!isAgent && key) logins.note(client, { key, socket });
      client.on("session", (accept) => serveSession(accept(), environment));
      serveForwarding(client);
      if (!isAgent) client.on("close", () => say(`ssh: disconnected from ${ip}`));
    });
    client.on("error", () => {});
  });
  const take = (from: Socket) => {
    // A client that was killed ends only its side, and would stay until the next output.
    from.once("end", () => from.end());
    limit.begin(from);
    server.injectSocket(from);
  };
  // The folder's own path may be longer than the name of a socket can be.
  const folder = `/proc/self/fd/${openSync(paths.run, "r")}`;
  servePorts(join(folder, PORTS_SOCKET));
  const door = listen(take, join(folder, SOCKET_NAME), () => say(`task ${task.task_name} is ready`));
  const outside = paths.container ? listenOutside(take, paths.container.port) : door;
  // The agent's side comes first, because charging starts then: a command that closed the door earlier would run
  // uncharged.
  outside.once("connection", () => {
    if (task.start_command !== "") runStartCommand(task.start_command, environment, paths, say);
  });
  // The SSH doctor reads these lines: it cannot log in to try.
  void sftpWorks().then((works) => say(`sftp: ${works ? "works" : "does not work"}`));
  say(programsLine(RECOMMENDED_PROGRAMS.filter((name) => isInPath(name, environment["PATH"]))));

  let ending = false;
  const end = (code: number | null, message: string) => {
    if (ending) return;
    ending = true;
    say(message);
    try {
      writeWhole(join(paths.run, "exit.json"), JSON.stringify({ code, message }));
    } catch (error) {
      // The folder is the customer's: a customer who creates a file of that name, or fills the disk, ends without an
      // exit code.
      say(String(error));
    }
    door.close();
    for (const client of clients) client.end();
    endWhenAlone(performance.now());
  };
  const finish = join(paths.run, "finish");
  watchFolder(paths.run, () => {
    const code = Number.parseInt(readSmallFile(finish) ?? "", 10);
    if (Number.isInteger(code)) end(code & 0xff, `finished with exit code ${code & 0xff}`);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => end(null, "stopped"));
  if (process.pid === 1) reapOrphans().catch((error: unknown) => say(String(error)));
  if (paths.container) return;
  // The keeper holds the other end: without it no login could reach this server.
  process.stdin.once("close", () => end(null, "stopped")).resume();
}

/** Writes one line for the task's screen. A full disk does not end a task. */
function writeLine(file: string | undefined, line: string): void {
  if (file === undefined) return console.log(line);
  try {
    appendFileSync(file, `${line}\n`);
  } catch {
    console.log(line);
  }
}

/** Listens on the container's own network, where the engine hands connections to the machine's port in. */
function listenOutside(take: (socket: Socket) => void, port: number): NetServer {
  const door = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    take(socket);
  });
  return door.listen(port, "0.0.0.0");
}

/** Listens on the socket that the task's keeper hands connections to. */
function listen(take: (socket: Socket) => void, socketPath: string, ready: () => void): NetServer {
  const door = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    takeIntroduction(socket).then(
      () => take(socket),
      () => socket.destroy(),
    );
  });
  door.listen(socketPath, ready);
  return door;
}

/** The end of this process ends every other of the sandbox, so those that want to end by themselves get a moment. */
function endWhenAlone(sinceMs: number): void {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).length;
  if (processes <= 1 || performance.now() - sinceMs > GRACE_MS) process.exit(0);
  setTimeout(() => endWhenAlone(sinceMs), LOOK_MS);
}
