import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { loadSchema, logsSchema, type Observed, observedSchema } from "~/fleet/agent-messages";
import { receiveLoad } from "~/fleet/receive-load.server";
import { receiveLogs } from "~/fleet/receive-logs.server";
import { receiveObserved } from "~/fleet/receive-observed.server";
import { theCatalogue } from "../../support/world";
import { DEAD_GPU, find } from "./a-finding";
import { aCustomer, aMachine, aRunningTask, anEmptyStage, at, healthOf, noticesOf, placementsOf } from "./stage";

const HOSTILE = ["\0", "6.1\u0007", "\u009b2J", "\ud800", "a\udc00b"];
const START_S = at(0).getTime() / 1000;

beforeAll(theCatalogue);

async function aPlacement() {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  const [placement] = await placementsOf(resvGuid);
  if (!placement) throw new Error("nothing was placed");
  return { machine, nodeId: placement.node_id, placementId: placement.placement_id };
}

test("the database accepts every report that passes the border, whatever a machine sends", async () => {
  const { machine, nodeId, placementId } = await aPlacement();
  let seq = 100;
  const odd = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary" }), fc.string());
  const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(2 ** 31, 2 ** 53, -1, 1e308, -0));
  const leaf = fc.oneof(odd, number, fc.constant(null), fc.boolean(), fc.constant([]));
  const messages = {
    observed: anObserved(machine.observed(), placementId),
    load: aLoad(placementId),
    logs: aLog(placementId),
  };
  const change = fc.record({ name: fc.constantFrom("observed", "load", "logs"), place: fc.nat(), leaf });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      for (const { name, place, leaf: value } of changes) {
        const message = changed(messages[name as keyof typeof messages], place, value);
        const now = at(20);
        seq += 1;
        const observed = observedSchema.safeParse({ ...(message as object), seq });
        const load = loadSchema.safeParse(message);
        const logs = logsSchema.safeParse(message);
        if (observed.success) await receiveObserved({ nodeId, observed: observed.data, now });
        if (load.success) await receiveLoad({ nodeId, load: load.data, now });
        if (logs.success) await receiveLogs({ nodeId, logs: logs.data, now });
        taken += Number(observed.success || load.success || logs.success);
      }
    }),
    { numRuns: 120 },
  );
  expect(taken).toBeGreaterThan(10);
});

test("a program's output is kept whatever its bytes; invalid ones are marked", async () => {
  const { nodeId, placementId } = await aPlacement();
  const logs = logsSchema.parse({ ...aLog(placementId), text: "a\0b \ud800 \u001b[31mred\u001b[0m\n" });
  await receiveLogs({ nodeId, logs, now: at(20) });
  const rows = await db.query<{ text: string }>("select text from task_log where placement_id = $1", [placementId]);
  expect(rows).toEqual([{ text: "a\uFFFDb \uFFFD \u001b[31mred\u001b[0m\n" }]);
});

test("a machine that always finds something else notifies its tenants of a few, and fills no table", async () => {
  await anEmptyStage();
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  for (let round = 0; round < 12; round += 1) {
    const names = Array.from({ length: round === 0 ? 5 : 50 }, (_, at) => `xid-${round}-${at}`);
    find(machine, ...names.map((name) => ({ ...DEAD_GPU, name })));
    await machine.report(at(20 + round));
  }
  const notices = (await noticesOf(tenantId)).length;
  expect(notices).toBeGreaterThan(0);
  expect(notices).toBeLessThan(40);
  const rows = await db.query(`select from node_finding where node_id = $1`, [machine.nodeId]);
  expect(rows.length).toBeLessThan(300);
  expect((await db.query(`select from task_event where resv_guid = $1`, [resvGuid])).length).toBeLessThan(70);
  // Its fault still keeps new tasks away.
  expect(await healthOf(machine)).toBe("error");
});

test("empty chunks of a log are dropped, as are a machine's reports of a task that ended long ago", async () => {
  const { nodeId, placementId } = await aPlacement();
  const receive = async (seq: number, text: string, now: Date) =>
    await receiveLogs({ nodeId, logs: logsSchema.parse({ ...aLog(placementId), seq, text }), now });
  for (let seq = 0; seq < 20; seq += 1) await receive(seq, "", at(20));
  await receive(100, "last words", at(21));
  await db.query(`update placement set ended_at = $2 where placement_id = $1`, [placementId, at(25)]);
  await receive(101, ", after its end", at(26 + 23 * 3600));
  await receive(102, ", made up", at(26 + 24 * 3600));
  const rows = await db.query<{ text: string }>("select text from task_log where placement_id = $1 order by seq", [
    placementId,
  ]);
  expect(rows.map(({ text }) => text).join("")).toBe("last words, after its end");
});

/** The message with a different value at one of its places. */
function changed(message: unknown, place: number, value: unknown): unknown {
  const places: (string | number)[][] = [];
  const walk = (part: unknown, path: (string | number)[]) => {
    if (typeof part !== "object" || part === null) return void places.push(path);
    for (const [key, member] of Object.entries(part)) walk(member, [...path, key]);
  };
  walk(message, []);
  const path = places[place % places.length] ?? [];
  const copy = structuredClone(message) as Record<string | number, unknown>;
  let part = copy;
  for (const key of path.slice(0, -1)) part = part[key] as Record<string | number, unknown>;
  part[path.at(-1) ?? ""] = value;
  return copy;
}

function anObserved(observed: Observed, placementId: string): Observed {
  const task = {
    placement_id: placementId,
    state: "running" as const,
    exit_code: null,
    started_ts: START_S,
    ssh_addr: "203.0.113.9:22000",
    ssh_host_key: "ssh-ed25519 AAAA",
    ssh_keys: ["SHA256:x"],
    simulated: true,
    mining: "",
    message: "",
  };
  return { ...observed, tasks: [task] };
}

function aLoad(placementId: string) {
  const sample = {
    placement_id: placementId,
    gpu_busy: [1, null],
    gpu_mem_mb: [2, null],
    cpu_pct: 3,
    mem_mb: 4,
  };
  return { ts: START_S, samples: [sample, sample] };
}

function aLog(placementId: string) {
  return { placement_id: placementId, seq: 1, ts: START_S, stream: "out", text: "hello" };
}
