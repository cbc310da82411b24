import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { transaction } from "~/platform/db.server";
import { type Announcement, announce } from "~/platform/announce.server";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { enrollNode } from "~/fleet/inside/nodes/enroll-node.server";
import { retireNode } from "~/fleet/inside/nodes/retire-node.server";
import { setDrain } from "~/fleet/inside/nodes/set-drain.server";
import type { LiveEvent } from "~/platform/live/events";
import type { Addressed } from "../../worker/live/addressed";
import { SentVersions } from "../../worker/live/versions";
import { aNode, aTenant, credit, theCatalogue, type TenantInWorld } from "../support/world";
import { until } from "../support/until";
import { closeSockets, listen, type Listener, logIn, startWorker, type WorkerProcess } from "../support/worker-process";

let worker: WorkerProcess;
let admin: TenantInWorld;
/** Timers of the worker may be early by the resolution of its clock. */
const COARSE_MS = 10;

beforeAll(async () => {
  await theCatalogue();
  await aNode();
  admin = await aTenant({ dollars: 0, role: "admin" });
  worker = await startWorker();
});

afterEach(closeSockets);
afterAll(async () => await worker?.end());

const say = (...said: Announcement[]) => transaction((tx) => announce(tx, said));

function heard({ events }: Listener, entity: string, key?: string): LiveEvent[] {
  return events.filter((event) => event.entity === entity && (key === undefined || event.key === key));
}

async function hear(listener: Listener, count: number, entity: string, key?: string): Promise<LiveEvent[]> {
  return await until(`${count} events of ${entity}`, () => {
    const present = heard(listener, entity, key);
    return present.length >= count ? present : null;
  });
}

function steps(events: LiveEvent[]): number[] {
  return events.slice(1).map((event, at) => event.version - (events[at]?.version ?? Infinity));
}

test("a balance carries its reading time in ms, and each event of it a higher one (A6)", async () => {
  const ann = await aTenant();
  const { tenantId, tenantName } = ann;
  const socket = await listen(worker, "/customer", await logIn(ann));
  for (let count = 1; count <= 3; count += 1) {
    await credit({ tenantId, dollars: 1 });
    const balances = await hear(socket, count, "balance", tenantName);
    const { version, ts } = balances[count - 1] ?? {};
    expect(Math.floor((version ?? 0) / 1000)).toBe(ts);
  }
  // A reading may be sent more than once: the third is not always the last.
  const balances = await until("the balance after the third credit", () => {
    const present = heard(socket, "balance", tenantName);
    return (present.at(-1)?.data as { dollars_est?: number } | undefined)?.dollars_est === 103 ? present : null;
  });
  for (const step of steps(balances)) expect(step).toBeGreaterThan(0);
});

test("a repeated announcement without a change is not sent again (A6)", async () => {
  const staff = await listen(worker, "/operator", await logIn(admin));
  const { nodeName } = await aNode();
  const said = { entity: "node", key: nodeName } as const;
  await say(said);
  await hear(staff, 1, "node", nodeName);
  await say(said);
  await setDrain({ nodeName, drain: 1, userId: admin.userId, requestId: "", now: new Date() });
  const events = await until("the new mode to be told", () => {
    const present = heard(staff, "node", nodeName);
    return (present.at(-1)?.data as { drain?: number } | null)?.drain === 1 ? present : null;
  });
  expect(steps(events)).toEqual([1]);
});

test("a node enrolled under the name of a retired one continues its versions (A6)", async () => {
  const staff = await listen(worker, "/operator", await logIn(admin));
  const key = "fra1-again";
  await enrol(key);
  await hear(staff, 1, "node", key);
  await retireNode({ nodeName: key, userId: admin.userId, requestId: "", now: new Date() });
  await hear(staff, 2, "node", key);
  await enrol(key);
  const events = await hear(staff, 3, "node", key);
  expect(events.map(({ data }) => data !== null)).toEqual([true, false, true]);
  expect(steps(events)).toEqual([1, 1]);
});

test("stats are sent when a figure changed, and at most once in 5 s (A7)", async () => {
  const staff = await listen(worker, "/operator", await logIn(admin));
  await say({ entity: "stats", key: "stats" });
  const [first] = await hear(staff, 1, "stats");
  const before = (first?.data as { new_clients: number }).new_clients;
  // Nothing changed since: there is nothing to send.
  await say({ entity: "stats", key: "stats" });
  await aTenant({ dollars: 0 });
  await say({ entity: "stats", key: "stats" });
  await hear(staff, 2, "stats");
  const events = heard(staff, "stats");
  expect(events.map(({ data }) => (data as { new_clients: number }).new_clients - before)).toEqual([0, 1]);
  for (const step of steps(events)) expect(step).toBeGreaterThanOrEqual(5000 - COARSE_MS);
});

test("capacity and prices are sent at most once a second and key (A7)", async () => {
  const visitor = await listen(worker, "/public");
  for (const [entity, key] of [
    ["capacity", "fra1:a5000"],
    ["prices", "prices"],
  ] as const) {
    for (let count = 1; count <= 3; count += 1) {
      await say({ entity, key });
      await hear(visitor, count, entity, key);
    }
    for (const step of steps(heard(visitor, entity, key))) expect(step).toBeGreaterThanOrEqual(1000 - COARSE_MS);
  }
});

test("only a higher version is news, for each room separately (A6)", () => {
  const sent = new SentVersions();
  const event = (version: number, room: string): Addressed => ({
    namespace: "/customer",
    room,
    event: { entity: "balance", key: "t", version, ts: 1, data: {} },
  });
  const said = [event(2, "a"), event(2, "a"), event(1, "a"), event(2, "b"), event(3, "a")];
  expect(said.map((one) => sent.isNews(one))).toEqual([true, false, false, true, true]);
});

async function enrol(nodeName: string): Promise<void> {
  const by = { userId: admin.userId, requestId: "", now: new Date() };
  const { token } = await issueEnrolmentToken({ clusterName: "fra1", ...by });
  const machine = { nodeType: "gpu8", ipInternal: "10.20.0.17", ipPublic: null, port: 22, agentVersion: null };
  await enrollNode({ token, nodeName, ...machine, gpuType: "a5000", gpus: 8, now: new Date() });
}
