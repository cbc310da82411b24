import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { env } from "~/platform/env.server";
import { type Change, OutboxReader } from "../../worker/live/outbox";
import { until } from "../support/until";

const readers: OutboxReader[] = [];

function startReader(handOn: (changes: Change[]) => Promise<void>): OutboxReader {
  const reader = new OutboxReader(handOn, () => {});
  readers.push(reader);
  reader.start();
  return reader;
}

beforeEach(async () => {
  await db.query("delete from outbox");
});

afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.stop()));
});

test("an announcement in a transaction is passed on after its commit, in order, once per entity and key", async () => {
  const heard: Change[] = [];
  startReader(async (changes) => void heard.push(...changes));
  for (const key of ["1", "2", "3"]) {
    await transaction((tx) =>
      announce(tx, [
        { entity: "stats", key },
        { entity: "stats", key },
      ]),
    );
  }
  await until("three changes", () => heard.length >= 3);
  expect(heard.map((change) => change.key)).toEqual(["1", "2", "3"]);
});

test("a rolled-back announcement is never sent", async () => {
  const heard: string[] = [];
  startReader(async (changes) => void heard.push(...changes.map((change) => change.key)));
  const failed = transaction(async (tx) => {
    await announce(tx, [{ entity: "stats", key: "never" }]);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await transaction((tx) => announce(tx, [{ entity: "stats", key: "after" }]));
  await until("the later one", () => heard.includes("after"));
  expect(heard).toEqual(["after"]);
});

test("a transaction that commits late is announced although later ones were passed on before", async () => {
  const heard: string[] = [];
  startReader(async (changes) => void heard.push(...changes.map((change) => change.key)));
  await transaction((tx) => announce(tx, [{ entity: "stats", key: "first" }]));
  await until("the first one", () => heard.includes("first"));
  const slow = new pg.Client({ connectionString: env.DATABASE_URL });
  await slow.connect();
  await slow.query("begin");
  await slow.query("insert into outbox (entity, key) values ('stats', 'slow')");
  await transaction((tx) => announce(tx, [{ entity: "stats", key: "quick" }]));
  await until("the quick one", () => heard.includes("quick"));
  await slow.query("select pg_notify('millrace_outbox', '')");
  await slow.query("commit");
  await slow.end();
  await until("the slow one", () => heard.includes("slow"));
  expect(heard.filter((key) => key === "slow")).toHaveLength(1);
});

test("a failed announcement is repeated, and two readers get everything", async () => {
  const first: string[] = [];
  const second: string[] = [];
  let failures = 2;
  startReader(async (changes) => {
    if (failures-- > 0) throw new Error("the sockets are busy");
    first.push(...changes.map((change) => change.key));
  });
  startReader(async (changes) => void second.push(...changes.map((change) => change.key)));
  await transaction((tx) => announce(tx, [{ entity: "stats", key: "kept" }]));
  await until("both readers", () => first.includes("kept") && second.includes("kept"));
});

test("one change that can never be sent does not block the others", async () => {
  const heard: string[] = [];
  startReader(async (changes) => {
    if (changes.some((change) => change.key === "poison")) throw new Error("cannot be sent");
    heard.push(...changes.map((change) => change.key));
  });
  await transaction((tx) =>
    announce(tx, [
      { entity: "stats", key: "poison" },
      { entity: "stats", key: "sound" },
    ]),
  );
  await until("the sound one", () => heard.includes("sound"));
});

test("rows are deleted once every worker has read them", async () => {
  const heard: string[] = [];
  startReader(async (changes) => void heard.push(...changes.map((change) => change.key)));
  await transaction((tx) => announce(tx, [{ entity: "stats", key: "gone" }]));
  await until("the change", () => heard.includes("gone"));
  await until("an empty outbox", async () => (await db.query("select from outbox")).length === 0);
});

test("changes are passed on although the database accepted the listener's connection and then vanished", async () => {
  const real = new URL(env.DATABASE_URL);
  const silent: Socket[] = [];
  const between = createServer((socket) => {
    if (silent.length === 0) return void silent.push(socket);
    const onward = connect(Number(real.port), real.hostname);
    for (const end of [socket, onward]) end.on("error", () => {});
    socket.pipe(onward).pipe(socket);
  });
  await once(between.listen(0, "127.0.0.1"), "listening");
  const { port } = between.address() as AddressInfo;
  const url = env.DATABASE_URL;
  try {
    Object.assign(env, { DATABASE_URL: Object.assign(new URL(url), { port: String(port) }).href });
    const heard: string[] = [];
    const reader = startReader(async (changes) => void heard.push(...changes.map((change) => change.key)));
    await until("the listener", () => silent.length > 0);
    await transaction((tx) => announce(tx, [{ entity: "stats", key: "unheard" }]));
    await until("the change", () => heard.includes("unheard"));
    await reader.stop();
  } finally {
    Object.assign(env, { DATABASE_URL: url });
    for (const socket of silent) socket.destroy();
    between.close();
  }
});

test("changes are passed on although the database admits no connection of a listener", async () => {
  const url = env.DATABASE_URL;
  try {
    Object.assign(env, { DATABASE_URL: Object.assign(new URL(url), { username: "nobody-known" }).href });
    const heard: string[] = [];
    const reader = startReader(async (changes) => void heard.push(...changes.map((change) => change.key)));
    await transaction((tx) => announce(tx, [{ entity: "stats", key: "refused" }]));
    await until("the change", () => heard.includes("refused"));
    await reader.stop();
  } finally {
    Object.assign(env, { DATABASE_URL: url });
  }
});
