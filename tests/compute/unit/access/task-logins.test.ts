import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server } from "ssh2";
import { afterEach, expect, test } from "vitest";
import { makeKeyPair } from "../../../../worker/agent/ssh/make-key-pair";
import type { TaskFile } from "../../../../worker/agent/task/folder";
import { TaskLogins } from "../../../../worker/agent/access/task-logins";

const cleanUps: (() => void)[] = [];

afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

/** A task whose server accepts the agent, but answers no request for a port in its first connection. */
async function aTaskThatHangsAtFirst(): Promise<TaskLogins> {
  const hostKey = makeKeyPair("host");
  let connections = 0;
  const server = new Server({ hostKeys: [hostKey.private] }, (client) => {
    const hangs = ++connections === 1;
    client.on("error", () => {});
    client.on("authentication", (login) => login.accept());
    client.on("tcpip", (accept) => void (hangs ? null : accept()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const root = mkdtempSync(join(tmpdir(), "task-"));
  mkdirSync(join(root, "conf"));
  writeFileSync(join(root, "conf", "host_key.pub"), hostKey.public);
  writeFileSync(join(root, "ready.json"), JSON.stringify({ port: (server.address() as AddressInfo).port }));
  const tasks = { file: () => ({ bind: "127.0.0.1" }) as TaskFile, root: () => root };
  const logins = new TaskLogins(tasks, { answerWithinMs: 2_000 });
  cleanUps.push(() => {
    logins.end();
    server.close();
    rmSync(root, { recursive: true });
  });
  return logins;
}

test("a silent login is closed, and the next one is new", async () => {
  const logins = await aTaskThatHangsAtFirst();
  await expect(logins.port("a", 8888)).rejects.toThrow("failed");
  const channel = await logins.port("a", 8888);
  expect(channel.writable).toBe(true);
});
