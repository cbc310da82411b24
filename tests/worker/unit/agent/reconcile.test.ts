import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reconcile, type Found } from "../../../../worker/agent/reconcile";
import type { DesiredTask } from "~/fleet/agent-messages";

const never = () => false;

function task(placement_id: string, run: boolean, gpus: number[]): DesiredTask {
  return { placement_id, run, gpus } as DesiredTask;
}

const plan = (tasks: DesiredTask[], found: Found[], wasStarted: (id: string) => boolean = never) =>
  reconcile({ version: 1, drain: 0, maintenance: false, tasks }, found, wasStarted);

describe("The found state follows the desired one (4.1)", () => {
  test("a wanted and missing task is started; a wanted and running one stays as it is", () => {
    expect(plan([task("a", true, [0])], []).start).toHaveLength(1);
    expect(plan([task("a", true, [0])], [{ placementId: "a", alive: true, gpus: [0] }], () => true)).toEqual({
      start: [],
      end: [],
      refuse: [],
      forget: [],
    });
  });
  test("a placement that is named twice is started once", () => {
    expect(plan([task("a", true, [0]), task("a", true, [1])], []).start).toHaveLength(1);
  });
  test("unwanted, or wanted stopped, is ended", () => {
    const found = [
      { placementId: "a", alive: true, gpus: [0] },
      { placementId: "b", alive: true, gpus: [1] },
    ];
    expect(plan([task("b", false, [1])], found, () => true).end).toEqual(["a", "b"]);
  });
  test("a task that was started once and is gone is not started again", () => {
    expect(plan([task("a", true, [0])], [], () => true).start).toEqual([]);
    // By an agent that lost its folder, or has a copy of an older one.
    expect(plan([{ ...task("a", true, [0]), ran: true }], []).start).toEqual([]);
  });
});

describe("GPUs in use by another task", () => {
  const found = [{ placementId: "a", alive: true, gpus: [0, 1] }];
  test("are awaited while it is being ended, as after a restored database", () => {
    expect(plan([task("b", true, [1]), task("c", true, [2])], found)).toMatchObject({
      start: [{ placement_id: "c" }],
      end: ["a"],
      refuse: [],
    });
  });
  test("refuse the start if it is to continue", () => {
    const { start, refuse } = plan([task("a", true, [0, 1]), task("b", true, [1])], found, (id) => id === "a");
    expect(start).toEqual([]);
    expect(refuse).toMatchObject([{ message: "GPU 1 is in use by another task" }]);
  });
});

test("for any input, no GPU is used twice (property)", () => {
  const gpus = fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 4 });
  const ids = fc.constantFrom("a", "b", "c", "d", "e");
  const wanted = fc.uniqueArray(fc.tuple(ids, fc.boolean(), gpus), { selector: ([id]) => id });
  const present = fc.uniqueArray(fc.tuple(ids, fc.boolean(), gpus), { selector: ([id]) => id });
  fc.assert(
    fc.property(wanted, present, (tasks, processes) => {
      const found = processes.map(([placementId, alive, used]) => ({ placementId, alive, gpus: used }));
      const started = new Set<string>(found.map((one) => one.placementId));
      const { start } = plan(
        tasks.map(([id, run, used]) => task(id, run, used)),
        found,
        (id) => started.has(id),
      );
      const alive = found.filter((one) => one.alive).flatMap((one) => one.gpus);
      const begun = start.flatMap((one) => one.gpus);
      expect(begun.some((gpu) => alive.includes(gpu))).toBe(false);
      expect(new Set(begun).size).toBe(begun.length);
    }),
  );
});
