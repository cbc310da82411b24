import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { aboutTask } from "../../../worker/agent/task/about-task";
import { sshFiles } from "../../../worker/agent/task/ssh-files";
import { aDesiredTask } from "./control-plane";

test("a start command begins once its task can be reached: none runs uncharged because it closes the door first", async () => {
  const dir = mkdtempSync(join(tmpdir(), "millrace-start-"));
  const [conf, run, home] = ["conf", "run", "home"].map((name) => join(dir, name)) as [string, string, string];
  for (const made of [conf, run, home]) mkdirSync(made);
  const task = aDesiredTask({ start_command: "cat reached", ssh_public_keys: [] });
  const place = { bind: "127.0.0.1", host: "127.0.0.1", ports: { port: 1, spare_ports: [] }, startedTs: 0 };
  const file = { ...aboutTask(task, { uuids: [], model: null, simulated: true, ...place }), disk_bytes: null };
  for (const [name, text] of Object.entries(sshFiles(task, file))) writeFileSync(join(conf, name), text);
  const server = spawn("node_modules/.bin/bun", ["worker/agent/role-main.ts", "task-server"], {
    env: { ...process.env, MILLRACE_PATHS: JSON.stringify({ conf, run, home, bin: "/usr/bin" }) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line);
    if (line.includes("sftp: ")) {
      writeFileSync(join(home, "reached"), "");
      connect(join(run, "ssh.sock"))
        .on("error", () => {})
        .resume();
    }
    if (line.includes("start command: ")) break;
  }
  server.stdin.end();
  await once(server, "exit");
  rmSync(dir, { recursive: true });
  expect(said.at(-1)).toMatch(/start command: ended with 0$/);
});
