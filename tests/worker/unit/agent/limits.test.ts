import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { taskSize } from "~/compute/task-size";
import { limited, limitsOf, memoryPerGpu, reserveOf } from "../../../../worker/agent/task/limits";

const GB = 1024;
const machine = (memoryMb: number, ofNode: number, ofMachine = ofNode) => ({
  memoryMb,
  freeDiskGb: 10_000,
  gpus: { ofNode, ofMachine },
});
const task = (gpus: number) => ({ ...taskSize(gpus), gpus: Array.from({ length: gpus }, (_, gpu) => gpu) });

/** A node's GPUs, divided into tasks in some way. */
const someNodes = fc.integer({ min: 1, max: 16 }).chain((gpus) =>
  fc.record({
    gpus: fc.constant(gpus),
    others: fc.nat(152),
    memoryMb: fc.integer({ min: 512, max: 4_000_000 }),
    reservedMb: fc.option(fc.nat(100_000), { nil: undefined }),
    cuts: fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 16, maxLength: 16 }),
  }),
);

function tasksOf(gpus: number, cuts: readonly number[]): number[] {
  const sizes: number[] = [];
  for (let left = gpus; left > 0; left -= sizes.at(-1) ?? 1) sizes.push(Math.min(left, cuts[sizes.length] ?? 1));
  return sizes;
}

test("the tasks of a node together never have more memory than its machine without the reserve", () => {
  fc.assert(
    fc.property(someNodes, ({ gpus, others, memoryMb, reservedMb, cuts }) => {
      const its = { ...machine(memoryMb, gpus, gpus + others), reservedMb };
      const sum = tasksOf(gpus, cuts).reduce((all, size) => all + limitsOf(task(size), its).memoryMb, 0);
      expect(sum).toBeLessThanOrEqual(Math.max(0, memoryMb - (reservedMb ?? reserveOf(memoryMb))));
    }),
  );
});

test("memory grows with the GPUs, up to a task's promise", () => {
  const small = machine(66 * GB, 8);
  expect(limitsOf(task(1), small).memoryMb).toBe(limitsOf(task(4), small).memoryMb / 4);
  expect(limitsOf(task(8), small).memoryMb).toBeLessThanOrEqual(66 * GB - reserveOf(66 * GB));
  expect(limitsOf(task(1), machine(512 * GB, 8)).memoryMb).toBe(16 * GB);
  expect(limitsOf(task(8), machine(512 * GB, 8)).memoryMb).toBe(128 * GB);
});

test.each([
  [4 * GB, GB],
  [24 * GB, 2 * GB],
  [512 * GB, 26_215],
])("of %i MB, %i are for the system, the engine and the agent", (memoryMb, reserve) => {
  expect(reserveOf(memoryMb)).toBe(reserve);
});

test("on a machine that simulates many nodes, a task gets enough memory to start, and never twice its node's share", () => {
  expect(memoryPerGpu(machine(24 * GB, 8, 80))).toBe(GB);
  expect(memoryPerGpu(machine(8 * GB, 8, 80))).toBe(768);
  expect(memoryPerGpu(machine(512 * GB, 8, 80))).toBe(Math.floor((512 * GB - 26_215) / 80));
});

test("a task's own ~/.bashrc runs within its limits, not before them", async () => {
  const home = mkdtempSync(join(tmpdir(), "millrace-limits-"));
  writeFileSync(join(home, ".bashrc"), "exit 3\n");
  const argv = limited(limitsOf(task(1), machine(64 * GB, 8)), { sandboxed: false, perProcess: false });
  // The keeper's socket, by which bash takes itself for a login over the network.
  const child = spawn(argv[0] ?? "", [...argv.slice(1), "true"], {
    stdio: "pipe",
    env: { NODE_ENV: "test", HOME: home },
  });
  expect(await once(child, "close")).toEqual([0, null]);
  rmSync(home, { recursive: true });
});
