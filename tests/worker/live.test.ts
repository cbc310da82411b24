import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { prisma, transaction } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { readFree } from "~/compute/read-free.server";
import type { ApiCharts } from "~/usage/chart-series";
import { endSession } from "~/accounts/session.server";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../support/world";
import { until } from "../support/until";
import { storeEvents } from "../support/usage-events";
import { APP_ORIGIN, closeSockets, listen, logIn, startWorker, type WorkerProcess } from "../support/worker-process";

let worker: WorkerProcess;
let second: WorkerProcess;

beforeAll(async () => {
  await theCatalogue();
  await aNode({ cluster: "fra1", gpuType: "a5000" });
  [worker, second] = await Promise.all([startWorker(), startWorker()]);
});

afterEach(closeSockets);

afterAll(async () => {
  await Promise.all([worker?.end(), second?.end()]);
});

test("a notification reaches the sockets of its tenant, on every worker, and nobody else", async () => {
  const [ann, bob, staff] = await Promise.all([aTenant(), aTenant(), aTenant({ role: "operator" })]);
  const annHere = await listen(worker, "/customer", await logIn(ann));
  const annThere = await listen(second, "/customer", await logIn(ann));
  const bobHere = await listen(worker, "/customer", await logIn(bob));
  const staffHere = await listen(worker, "/operator", await logIn(staff));

  const forAnn = await aNotification(ann, "for Ann");
  for (const listener of [annHere, annThere]) {
    const event = await listener.event("notification", forAnn);
    expect(event).toMatchObject({
      version: 1,
      data: { retcode: "OK", human_readable_message: "for Ann", url: "" },
    });
  }
  const forBob = await aNotification(bob, "for Bob");
  await bobHere.event("notification", forBob);
  expect(bobHere.events.filter((event) => event.entity === "notification").map((event) => event.key)).toEqual([forBob]);
  expect(staffHere.events.filter((event) => event.entity === "notification")).toEqual([]);
});

test("everybody receives capacity, equal to the path's answer", async () => {
  const visitor = await listen(worker, "/public");
  const staff = await listen(worker, "/operator", await logIn(await aTenant({ role: "support" })));
  await transaction((tx) => announce(tx, [{ entity: "capacity", key: "fra1:a5000" }]));
  const rows = await readFree({ now: new Date() });
  const row = rows.find((one) => one.cluster_name === "fra1" && one.gpu_type === "a5000");
  expect((await visitor.event("capacity", "fra1:a5000")).data).toEqual(JSON.parse(JSON.stringify(row)));
  expect((await staff.event("capacity", "fra1:a5000")).data).toMatchObject({
    cluster_name: "fra1",
    gpu_type: "a5000",
  });
});

test("21: a page of this machine connects under each of its names", async () => {
  const { port } = new URL(APP_ORIGIN);
  for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
    await listen(worker, "/public", { origin: `http://${name}:${port}` });
  }
  await expect(listen(worker, "/public", { origin: "http://localhost:1" })).rejects.toThrow();
});

test("a foreign Origin is refused, and so is a client without a session or the role", async () => {
  const customer = await logIn(await aTenant());
  await expect(listen(worker, "/public", { origin: "https://evil.example" })).rejects.toThrow();
  await expect(listen(worker, "/customer", { ...customer, origin: "https://evil.example" })).rejects.toThrow();
  await expect(listen(worker, "/customer")).rejects.toThrow("unauthorized");
  await expect(listen(worker, "/customer", { cookie: "made-up" })).rejects.toThrow("unauthorized");
  await expect(listen(worker, "/operator", customer)).rejects.toThrow("forbidden");
});

test("long polling is refused: another origin's page could read its answers", async () => {
  const answer = await fetch(`${worker.origin}/socket.io/?EIO=4&transport=polling`);
  expect(answer.ok).toBe(false);
});

test("the worker counts its sockets for holders of the token", async () => {
  await listen(worker, "/public");
  const asked = (token: string) => fetch(`${worker.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect((await asked("wrong")).status).toBe(404);
  expect(await (await asked("test-metrics-token")).text()).toContain(
    'millrace_socket_connections{namespace="/public"} 1',
  );
});

test("the end of a session closes its sockets, on every worker, and leaves other sessions open", async () => {
  const ann = await aTenant();
  const [ending, staying] = [await logIn(ann), await logIn(ann)];
  const here = await listen(worker, "/customer", ending);
  const there = await listen(second, "/customer", ending);
  const other = await listen(worker, "/customer", staying);
  await endSession({ sessionId: ending.sessionId });
  await until("both sockets to close", () => here.socket.disconnected && there.socket.disconnected);
  expect(other.socket.connected).toBe(true);
});

async function aNotification({ tenantId }: TenantInWorld, text: string): Promise<string> {
  const row = await prisma.notification.create({
    data: { tenantId, humanReadableMessage: text, cause: `${tenantId}:${text}`, at: new Date() },
  });
  const key = String(row.id);
  await transaction((tx) => announce(tx, [{ entity: "notification", key }]));
  return key;
}

test("usage events added to the sums reach staff as the newest minutes, and nobody else", async () => {
  const ann = await aTenant({ dollars: 0 });
  const staff = await listen(worker, "/operator", await logIn(await aTenant({ role: "support" })));
  const customer = await listen(worker, "/customer", await logIn(ann));
  const now = new Date();
  const event = { ts: now, userId: ann.userId, tenantId: ann.tenantId, model: "live-7b", calls: 3, latencyMs: 900 };
  await storeEvents([event], { now });
  const { data } = await staff.event("usage", "usage");
  const { points_ts: points, models, users } = data as ApiCharts;
  expect(points).toHaveLength(3);
  const sum = (values: number[] | undefined) => values?.reduce((total, value) => total + value, 0);
  expect([sum(models["live-7b"]?.hit), sum(users[ann.email]?.calls)]).toEqual([3, 3]);
  expect(Math.max(...(models["live-7b"]?.latency_max.map(Number) ?? []))).toBe(0.9);
  expect(customer.events.filter(({ entity }) => entity === "usage")).toEqual([]);
});
