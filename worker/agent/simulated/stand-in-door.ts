import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server as Listener } from "node:net";
import { join } from "node:path";
import { Server, type ServerChannel } from "ssh2";
import { makeKeyPair } from "../ssh/make-key-pair";
import type { TaskFile, TaskFolder } from "../task/folder";
import { writeWhole } from "../task/folder";

const ANSWER = [
  "This task is a stand-in of the demo: it holds its GPUs and shows load, but it has no program and no shell.",
  "Start a task of your own on the Rent screen: that one is real.",
];

/** The agent itself keeps these doors, for all stand-ins. */
const VISITORS_MAX = 32;
const VISIT_MS = 30_000;

/** Listens on the port of a stand-in. A login by SSH or the web terminal gets an answer and ends. */
export function openStandInDoor({ bind, port, task_name }: TaskFile, { conf }: TaskFolder): Listener {
  const ssh = new Server({ hostKeys: [hostKeyIn(conf, task_name)], ident: "Millrace" }, (client) => {
    client.on("error", () => {});
    client.on("authentication", (context) => context.accept());
    client.on("session", (accept) => {
      const session = accept();
      session.on("pty", (done) => done?.());
      session.on("shell", (open) => answer(open()));
      session.on("exec", (open) => answer(open()));
    });
  });
  const listener = createServer((socket) => {
    socket.on("error", () => {});
    socket.setTimeout(VISIT_MS, () => socket.destroy());
    ssh.injectSocket(socket);
  });
  listener.maxConnections = VISITORS_MAX;
  // Another program has the port: then nobody logs in, and the stand-in goes on.
  listener.on("error", () => {});
  return listener.listen(port, bind).unref();
}

function answer(channel: ServerChannel): void {
  channel.write(`${ANSWER.join("\r\n")}\r\n`);
  channel.exit(1);
  channel.end();
}

function hostKeyIn(conf: string, taskName: string): string {
  const file = join(conf, "host_key");
  if (!existsSync(file)) {
    const key = makeKeyPair(taskName);
    writeWhole(`${file}.pub`, key.public);
    writeWhole(file, key.private);
  }
  return readFileSync(file, "utf8");
}
