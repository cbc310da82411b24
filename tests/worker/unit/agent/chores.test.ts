import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { until } from "../../../support/until";
import { startTimeOf } from "../../../../worker/agent/process-identity";

const runs = join(mkdtempSync(join(tmpdir(), "millrace-runs-")), "runs");
vi.stubEnv("MILLRACE_MAINTENANCE_COMMAND", `echo "$MILLRACE_NODE_NAME" >> ${runs}; printf 'caf\\351 done'; exit 3`);
vi.stubEnv("MILLRACE_SELF_TEST_COMMAND", "yes burning & sleep 60 & wait");
// Of whole seconds the first may be over at once.
vi.stubEnv("MILLRACE_SELF_TEST_SECONDS", "2");
const { Chores } = await import("../../../../worker/agent/health/chores");

const aDir = () => mkdtempSync(join(tmpdir(), "millrace-chores-"));
const started = (dir = aDir()) => {
  const onEnd = vi.fn();
  return { dir, onEnd, chores: new Chores({ dir, nodeName: "fra1-gpu-07" }, onEnd) };
};
const wanted = (...chores: { id: string; kind: "maintenance" | "self-test" }[]) => ({ chores, maintenance: true });

test("a command runs once per request, and the end of its output is reported", async () => {
  const { chores, dir, onEnd } = started();
  const wish = wanted({ id: "1-abc", kind: "maintenance" });
  chores.take(wish);
  chores.take(wish);
  expect(chores.report().known).toMatchObject([{ id: "1-abc" }]);
  await until("the command ends", () => onEnd.mock.calls.length === 1);
  chores.take(wish);
  started(dir).chores.take(wish);
  expect(readFileSync(runs, "utf8")).toBe("fra1-gpu-07\n");
  expect(chores.report()).toMatchObject({
    able: ["maintenance", "self-test"],
    known: [{ id: "1-abc", state: "failed", exit_code: 3, output: "caf done" }],
  });
});

test("one that cannot be recorded does not begin, and does so later", async () => {
  const { chores, dir, onEnd } = started();
  const wish = wanted({ id: "4-abc", kind: "maintenance" });
  const inTheWay = join(dir, "chores.json");
  mkdirSync(inTheWay);
  chores.take(wish);
  expect(chores.report().known).toEqual([]);
  rmdirSync(inTheWay);
  chores.take(wish);
  // Its result is not lost either if it cannot be recorded.
  rmSync(inTheWay);
  mkdirSync(inTheWay);
  await until("the command ends", () => onEnd.mock.calls.length === 1);
  expect(chores.report().known).toMatchObject([{ id: "4-abc", state: "failed", exit_code: 3 }]);
});

test.each(["null", "{}", "[null]", '[{"id":3}]', '[{"id":"1-a","state":"lost"}]'])(
  "a file of another shape stops no agent: %s",
  (text) => {
    const dir = aDir();
    writeFileSync(join(dir, "chores.json"), text);
    expect(started(dir).chores.report().known).toEqual([]);
  },
);

test("one that restarts the agent goes on, and the next agent reports its end", async () => {
  const first = started();
  const go = join(first.dir, "go");
  first.chores.take(wanted({ id: "5-abc", kind: "maintenance" }));
  await until("the command ends", () => first.onEnd.mock.calls.length === 1);
  const { kind, bootId } = JSON.parse(readFileSync(join(first.dir, "chores.json"), "utf8"))[0];
  rmSync(join(first.dir, "chore.code"));
  const script = `while [ ! -e ${go} ]; do sleep 0.05; done; echo 0 > ${join(first.dir, "chore.code")}`;
  const { pid = 0 } = spawn("sh", ["-c", script], { detached: true, stdio: "ignore" });
  const open = { id: "6-abc", kind, bootId, pid, startTime: startTimeOf(pid), state: "running" };
  const none = { exit_code: null, output: "", started_ts: Math.floor(Date.now() / 1000), ended_ts: null };
  writeFileSync(join(first.dir, "chores.json"), JSON.stringify([{ ...open, ...none }]));
  const next = started(first.dir);
  expect(next.chores.report().known).toMatchObject([{ id: "6-abc", state: "running" }]);
  next.chores.take(wanted({ id: "7-abc", kind: "maintenance" }));
  expect(next.chores.report().known).toHaveLength(1);
  writeFileSync(go, "");
  await until("the command ends", () => next.onEnd.mock.calls.length === 1);
  expect(next.chores.report().known).toMatchObject([
    { id: "6-abc", state: "passed", exit_code: 0, output: "caf done" },
  ]);
});

test("one that does not end is killed with all its children, and has failed; its output is cut", async () => {
  const { chores, onEnd } = started();
  chores.take(wanted({ id: "2-abc", kind: "self-test" }));
  await until("the command ends", () => onEnd.mock.calls.length === 1);
  const [known] = chores.report().known;
  expect(known).toMatchObject({ state: "failed", exit_code: null });
  expect(known?.output).toMatch(/burning\n[^]*Ended after 2 s\.$/);
  expect(known?.output.length).toBeLessThanOrEqual(4000);
});

test("a self-test that is no longer desired is ended; maintenance is not", async () => {
  const { chores, onEnd } = started();
  chores.take(wanted({ id: "8-abc", kind: "self-test" }));
  chores.take(wanted());
  await until("the command ends", () => onEnd.mock.calls.length === 1);
  expect(chores.report().known).toMatchObject([{ id: "8-abc", state: "failed", output: "It was no longer wanted." }]);
  chores.take(wanted({ id: "9-abc", kind: "maintenance" }));
  chores.take(wanted());
  await until("the command ends", () => onEnd.mock.calls.length === 2);
  expect(chores.report().known[1]).toMatchObject({ id: "9-abc", exit_code: 3 });
});

test.each([
  ["maintenance", "another-boot", "passed", "The machine was rebooted."],
  ["self-test", "another-boot", "failed", "The agent ended while this ran."],
  [
    "maintenance",
    readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
    "failed",
    "The agent ended while this ran.",
  ],
])("a %s that was cut off in boot %s has %s", (kind, bootId, state, output) => {
  const dir = aDir();
  const cut = {
    id: "3-abc",
    kind,
    bootId,
    state: "running",
    exit_code: null,
    output: "",
    started_ts: 1,
    ended_ts: null,
  };
  writeFileSync(join(dir, "chores.json"), JSON.stringify([cut]));
  expect(started(dir).chores.report().known).toMatchObject([{ id: "3-abc", state, output }]);
});
