import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readFree } from "~/compute/read-free.server";
import { requestTest, waiveTest } from "~/fleet/inside/nodes/chores/request-test.server";
import { clearFinding } from "~/fleet/inside/nodes/findings/clear-finding.server";
import { setDrain } from "~/fleet/inside/nodes/set-drain.server";
import { pruneNodePast } from "~/fleet/prune-node-past.server";
import { readPastFindings } from "~/fleet/read-findings.server";
import { DEAD_GPU, find, nodeOf, OWN_ERROR } from "./a-finding";
import { aMachine, anEmptyStage, at, healthOf } from "./stage";
import { anAdmin } from "../../support/world";

beforeEach(anEmptyStage);

const by = { userId: 0, requestId: "test" };

describe("Findings of a node", () => {
  test("are listed with their first and last time by our clock, and critical ones keep new tasks away", async () => {
    const machine = await aMachine();
    const seconds = at(100).getTime() / 1000;
    // Its clock is 20 s ahead, which moves nothing.
    machine.ts = seconds + 20;
    find(machine, { ...DEAD_GPU, first_ts: machine.ts - 60, last_ts: machine.ts, count: 2 }, OWN_ERROR);
    await machine.report(at(100));
    expect((await nodeOf(machine)).findings).toMatchObject([
      {
        name: "xid-79",
        severity: "critical",
        action: "reboot",
        gpu: "GPU-0",
        gpu_id: 0,
        count: 2,
        first_ts: seconds - 60,
        last_ts: seconds,
      },
      { name: "xid-31", severity: "info", action: "customer" },
    ]);
    expect(await healthOf(machine)).toBe("error");
  });

  test("that a customer's own program caused do not exclude the node", async () => {
    const machine = await aMachine();
    find(machine, OWN_ERROR);
    await machine.report(at(5));
    expect(await healthOf(machine)).toBe("healthy");
    const free = (await readFree({ now: at(6) })).find(({ cluster_name }) => cluster_name === "fra1");
    expect(free).toMatchObject({ free_nodes: 1 });
  });

  test("are cleared by an operator; the agent learns that, and its earlier reports do not reopen them", async () => {
    const { userId } = await anAdmin();
    const machine = await aMachine();
    find(machine, DEAD_GPU);
    await machine.report(at(5));
    const { node_name: nodeName, findings, version } = await nodeOf(machine);
    const id = findings[0]?.id ?? 0;
    const clear = async () => await clearFinding({ nodeName, id, ...by, userId, now: at(6) });
    expect((await clear()).message).toBe(`Cleared on ${nodeName}: Xid 79, GPU has fallen off the bus.`);
    await expect(clear()).rejects.toThrow("already been cleared");
    await machine.hear();
    expect(machine.desired.cleared_findings).toEqual([{ name: "xid-79", gpu: "GPU-0", last_ts: 1_000_000 }]);
    await machine.report(at(10));
    expect(await nodeOf(machine)).toMatchObject({ findings: [] });
    expect((await nodeOf(machine)).version).toBeGreaterThan(version);
    expect(await db.query(`select action, before from audit_row where target = $1`, [`node:${nodeName}`])).toEqual([
      { action: "node.clear-finding", before: { name: "xid-79", gpu: "GPU-0" } },
    ]);
    find(machine, { ...DEAD_GPU, last_ts: 1_000_500 });
    await machine.report(at(500));
    expect((await nodeOf(machine)).findings).toHaveLength(1);
    expect(await readPastFindings({ nodeName })).toMatchObject([{ name: "xid-79", cleared_by: "Test Person" }]);
  });

  test("that were cleared while the machine's clock was ahead open again when it is right and they occur again", async () => {
    const { userId } = await anAdmin();
    const machine = await aMachine();
    const report = async (second: number, aheadS: number, fault: boolean) => {
      machine.ts = at(second).getTime() / 1000 + aheadS;
      find(machine, ...(fault ? [{ ...DEAD_GPU, first_ts: machine.ts, last_ts: machine.ts }] : []));
      await machine.report(at(second));
    };
    await report(5, 3_600, true);
    const { node_name: nodeName, findings } = await nodeOf(machine);
    const id = findings.find(({ name }) => name === DEAD_GPU.name)?.id ?? 0;
    await clearFinding({ nodeName, id, ...by, userId, now: at(6) });
    await machine.hear();
    expect(machine.desired.cleared_findings).toHaveLength(1);
    await report(10, 0, false);
    await report(15, 0, true);
    expect((await nodeOf(machine)).findings).toMatchObject([{ name: DEAD_GPU.name }]);
    expect(await healthOf(machine)).toBe("error");
    await machine.hear();
    expect(machine.desired.cleared_findings ?? []).toEqual([]);
  });

  test("end when the agent no longer reports them; an agent without findings leaves them; old ones are deleted", async () => {
    const machine = await aMachine();
    find(machine, OWN_ERROR);
    await machine.report(at(5));
    machine.findings = undefined;
    await machine.report(at(10));
    expect((await nodeOf(machine)).findings).toHaveLength(1);
    find(machine);
    await machine.report(at(15));
    const { node_name: nodeName, findings } = await nodeOf(machine);
    expect(findings).toEqual([]);
    expect(await readPastFindings({ nodeName })).toMatchObject([{ cleared_by: null }]);
    await pruneNodePast({ now: at(91 * 86_400) });
    expect(await readPastFindings({ nodeName })).toEqual([]);
  });

  test("include a clock that is off, with the difference, until it is right again", async () => {
    const machine = await aMachine();
    const report = async (second: number, off: number) => {
      machine.ts = at(second).getTime() / 1000 + off;
      await machine.report(at(second));
    };
    await report(5, 29);
    expect((await nodeOf(machine)).findings).toEqual([]);
    await report(10, -45);
    expect((await nodeOf(machine)).findings).toMatchObject([
      { name: "clock-drift", severity: "warning", text: "the clock is 45 s behind" },
    ]);
    await report(15, -20);
    expect((await nodeOf(machine)).findings).toHaveLength(1);
    await report(20, -2);
    expect((await nodeOf(machine)).findings).toEqual([]);
    expect(await healthOf(machine)).toBe("healthy");
  });
});

describe("A self-test", () => {
  test("is awaited after a maintenance command that had begun when Norm dropped its request", async () => {
    const { userId } = await anAdmin();
    const machine = await aMachine();
    machine.chores = { able: ["maintenance", "self-test"], known: [] };
    await machine.report(at(5));
    const { node_name: nodeName } = await nodeOf(machine);
    const set = async (drain: number, second: number) =>
      await setDrain({ nodeName, drain, ...by, userId, now: at(second) });
    const run = async (state: "running" | "passed", second: number) => {
      await machine.hear();
      const [{ id = "" } = {}] = machine.desired.chores ?? [];
      return async () => {
        const one = { id, state, exit_code: state === "passed" ? 0 : null, output: "", started_ts: 1, ended_ts: null };
        machine.chores = { able: ["maintenance", "self-test"], known: [one] };
        await machine.report(at(second));
      };
    };
    await requestTest({ nodeName, ...by, userId, now: at(6) });
    await (
      await run("passed", 10)
    )();
    await set(2, 15);
    const begin = await run("running", 25);
    await set(0, 20);
    expect(await nodeOf(machine)).toMatchObject({ awaits_test: false });
    await begin();
    expect(await nodeOf(machine)).toMatchObject({ awaits_test: true });
    await machine.hear();
    expect(machine.desired.chores).toMatchObject([{ kind: "self-test" }]);
    await waiveTest({ nodeName, ...by, userId, now: at(26) });
    await machine.report(at(30));
    expect(await nodeOf(machine)).toMatchObject({ awaits_test: false });
  });

  test("is awaited too when the last critical finding goes on as a milder one", async () => {
    const machine = await aMachine();
    machine.chores = { able: ["self-test"], known: [] };
    find(machine, DEAD_GPU);
    await machine.report(at(5));
    find(machine, { ...DEAD_GPU, severity: "info", action: "ignore" });
    await machine.report(at(10));
    expect(await nodeOf(machine)).toMatchObject({ health: "healthy", awaits_test: true });
  });

  test("keeps tasks away after a critical finding until it has passed, runs when nothing holds the node, and is shown", async () => {
    const { userId } = await anAdmin();
    const machine = await aMachine();
    machine.chores = { able: ["self-test"], known: [] };
    find(machine, DEAD_GPU);
    await machine.report(at(5));
    find(machine);
    await machine.report(at(10));
    expect(await healthOf(machine)).toBe("healthy");
    expect(await nodeOf(machine)).toMatchObject({ awaits_test: true });
    const freeNodes = async () =>
      (await readFree({ now: at(11) })).find(
        ({ cluster_name, gpu_type }) => cluster_name === "fra1" && gpu_type === "a5000",
      )?.free_nodes;
    expect(await freeNodes()).toBe(0);
    await machine.hear();
    const [chore] = machine.desired.chores ?? [];
    expect(chore).toMatchObject({ kind: "self-test" });
    const ended = (state: "passed" | "failed") => ({
      able: ["self-test" as const],
      known: [
        {
          id: chore?.id ?? "",
          state,
          exit_code: state === "passed" ? 0 : 3,
          output: "burned",
          started_ts: 1,
          ended_ts: 2,
        },
      ],
    });
    machine.chores = ended("failed");
    await machine.report(at(15));
    expect(await nodeOf(machine)).toMatchObject({ awaits_test: true });
    const { node_name: nodeName } = await nodeOf(machine);
    await waiveTest({ nodeName, ...by, userId, now: at(16) });
    expect(await freeNodes()).toBe(1);
  });
});
