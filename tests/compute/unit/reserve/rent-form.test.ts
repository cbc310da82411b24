import { expect, test } from "vitest";
import type { FreeRow } from "~/compute/read-free.server";
import type { GpuType } from "~/compute/gpu-type";
import { type Choice, choiceOf } from "~/compute/screens/reservation/choice";
import { factsOf, FIELDS, type FieldName, watchdogFact } from "~/compute/screens/reservation/fields";
import { filterFrom, passes } from "~/compute/screens/reservation/gpu-filter";
import { centsToAdd, stepLabel, type Wait } from "~/compute/screens/reservation/next-step";
import { refusedFields, withTyped } from "~/compute/screens/reservation/refused-fields";
import type { Standing } from "~/compute/screens/reservation/standing";

const A5000 = { gpuType: "a5000", memory: "24 GB" } as GpuType;
const ROW = { cluster_name: "fra1", gpu_type: "a5000", free_gpus: 0, free_fragmented_gpus: 0 } as FreeRow;
const FREE = [{ ...ROW, free_gpus: 8, networks: ["ethernet"] }];
const BUSY = [{ ...ROW, networks: ["ethernet", "infiniband"] }];
const usual = (given: Partial<Choice> = {}) =>
  choiceOf((name: FieldName) => given[name] ?? (FIELDS[name] as { usual?: string }).usual ?? "");

test.each([
  ["", BUSY, true],
  ["memory=24", FREE, true],
  ["memory=40", FREE, false],
  ["price=95", FREE, true],
  ["price=94", FREE, false],
  ["net=infiniband", BUSY, true],
  ["net=infiniband", FREE, false],
  ["free=1", FREE, true],
  ["free=1", BUSY, false],
  // Free GPUs with another network do not count.
  ["free=1&net=infiniband", [...FREE, ...BUSY], false],
  ["memory=24", [], true],
  ["net=ethernet", [], false],
])("the filter '%s' decides which GPU types are shown", (query, rows, shown) => {
  expect(passes(filterFrom(new URLSearchParams(query)), A5000, 95, rows)).toBe(shown);
});

const wait: Wait = { row: "fra1:a5000", gpu_min: "8", text: "", medianS: 1200 };

test("the button names the next step", () => {
  expect(stepLabel(null, 500, null)).toBe("Start Task");
  expect(stepLabel("funds", 500, null)).toBe("Add $5.00");
  expect(stepLabel("capacity", 500, wait)).toBe("Join the queue, about 20 min");
  expect(stepLabel("capacity", 500, { ...wait, medianS: null })).toBe("Join the queue");
});

test("at least the smallest top-up is proposed, and whole dollars", () => {
  const standing = { pphCents: 6080 } as Standing;
  const funds = { availableUnits: 0, committedPph: 0, atTs: 1_700_000_000 };
  // 600 s at $60.80 an hour are $10.13 and a third.
  expect(centsToAdd(funds, standing, 500)).toBe(1100);
  expect(centsToAdd({ ...funds, availableUnits: 3_600_000 }, standing, 500)).toBe(500);
});

test("the confirm step describes what differs from most orders, and the watchdog only where it is one", () => {
  const order = usual({ network: "ethernet" });
  expect(factsOf(order)).toEqual([
    { label: "Network", value: "Standard Ethernet" },
    { label: "Agent", value: "No agent" },
  ]);
  const far = factsOf({ ...order, agent: "stats-watchdog", idle_minutes: "15", max_seconds: "5400", gpus_max: "8" });
  expect(far).toEqual([
    { label: "Network", value: "Standard Ethernet" },
    { label: "Agent", value: "Statistics and watchdog" },
    { label: "Take more GPUs if free", value: "Up to 8 GPUs" },
    { label: "Stop after", value: "1 h 30 min" },
    { label: "Watchdog stops after", value: "15 minutes of idle GPUs" },
  ]);
  expect(watchdogFact({ agent: "no-agent", idle_minutes: 0 })).toBeNull();
});

test("a refused form shows what was typed, and errors at the fields of the form", () => {
  const error = { cluster_name: ["gone"], tags: ["wrong"], agree: ["no field of the form"] };
  const answer = {
    intent: "start",
    message: "gone",
    lastResult: { initialValue: { tags: "a b", gpu_min: "4" }, error },
  };
  const loaded = usual({ task_name: "kept" });
  expect(refusedFields(answer, loaded)).toEqual({ row: "gone", tags: "wrong" });
  expect(withTyped(loaded, answer)).toEqual({ ...loaded, tags: "a b", gpu_min: "4" });
});
