import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { Client } from "ssh2";
import { expect, test } from "vitest";
import { makeKeyPair, ssh } from "../../e2e/support/ssh";
import { until } from "../../support/until";
import { aDesiredTask, desiring } from "./control-plane";
import { OneTask } from "./one-task";

const one = OneTask.use("18000-18049");
let version = 1;

/** Resolves when it has closed, also by a fault of the connection. */
const theEnd = (client: Client) => new Promise<void>((resolve) => client.on("error", () => {}).once("close", resolve));

const desireKeys = (keys: string[]) =>
  one.plane.desire(
    one.node,
    desiring((version += 1), [
      aDesiredTask({ placement_id: one.placementId, gpus: [0, 1], ssh_public_keys: keys, ran: true }),
    ]),
  );

test("a key replaced while its task runs admits nobody, and its sessions end at once; the new one opens the task", async () => {
  const client = await one.connect();
  const ended = theEnd(client);
  client.exec("sleep 1000", () => {});
  const next = await makeKeyPair();
  desireKeys([next.publicKey]);
  await ended;
  expect(await one.run("true")).toMatchObject({ code: 255, err: expect.stringContaining("Permission denied") });
  expect(await ssh(one.address, next, "id -un")).toMatchObject({ code: 0, out: "root\n" });
  const kept = await one.plane.until(one.node, ({ tasks }) => tasks[0]?.ssh_keys?.length === 1);
  expect(kept.tasks[0]).toMatchObject({ state: "running", placement_id: one.placementId });
});

test("a replaced key ends each of its sessions, also of clients that connected at once", async () => {
  desireKeys([one.key.publicKey]);
  await until("the key", async () => (await one.run("true")).code === 0);
  const sock = connect(Number(one.port), one.host);
  await once(sock, "connect");
  const later = await one.connect();
  const earlier = new Client();
  earlier.connect({ sock, username: "root", privateKey: readFileSync(one.key.file) });
  await once(earlier, "ready");
  later.end();
  await theEnd(later);
  const ended = theEnd(earlier);
  desireKeys([(await makeKeyPair()).publicKey]);
  await ended;
});

test("a session by an unchanged key continues, and without any key nobody can log in until there is one", async () => {
  desireKeys([one.key.publicKey]);
  await until("the key", async () => (await one.run("true")).code === 0);
  const stays = await one.connect();
  let closed = false;
  stays.on("close", () => (closed = true));
  desireKeys([(await makeKeyPair()).publicKey, one.key.publicKey]);
  await one.plane.until(one.node, ({ tasks }) => tasks[0]?.ssh_keys?.length === 2);
  expect((await one.run("true")).code).toBe(0);
  expect(closed).toBe(false);
  const ended = theEnd(stays);
  desireKeys([]);
  await ended;
  expect((await one.run("true")).code).toBe(255);
  desireKeys([one.key.publicKey]);
  await until("the key again", async () => (await one.run("true")).code === 0);
});

test("a client that leaves between opening a session and its program affects no other", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const client = await one.connect();
    client.on("error", () => {});
    // It is gone before the server has received the name of the program.
    client.exec("true", () => {});
    setImmediate(() => client.destroy());
    await once(client, "close");
  }
  expect((await one.run("echo there")).out).toBe("there\n");
});

test("strangers who hold connections keep nobody out", async () => {
  const strangers = Array.from({ length: 600 }, () => connect(Number(one.port), one.host).on("error", () => {}));
  try {
    await Promise.all(strangers.map((stranger) => once(stranger, "connect")));
    await until("a login", async () => (await one.run("true")).code === 0);
  } finally {
    for (const stranger of strangers) stranger.destroy();
  }
});

test("a stranger who tries for ever is ended: where answers wait that nobody reads, the place would stay taken", async () => {
  const sock = connect(Number(one.port), one.host).setNoDelay();
  await once(sock, "connect");
  const stranger = new Client();
  const ended = theEnd(stranger);
  stranger.connect({ sock, username: "root", readyTimeout: 0, authHandler: () => "none" });
  await ended;
});
