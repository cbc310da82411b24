import { expect, test } from "vitest";
import { NAME_MAX, TENANTS_MAX } from "~/rehearsal/limits";
import { type CsvGiven, readCsv } from "~/rehearsal/read-csv";
import { aNode } from "./past";
import { resultOfTurns, turnsOf } from "./turns";

const GIVEN: CsvGiven = {
  clusterName: "one",
  gpuType: "a5000",
  gpuPph: 95,
  prices: new Map([["h100", 250]]),
  nodes: [aNode(1), aNode(2), aNode(3, { gpuType: "h100", gpus: 4 })],
};
const HEADER = "submit_s,run_s,gpus,tenant";

function pastOf(text: string) {
  const read = resultOfTurns(readCsv(text, GIVEN));
  if ("faults" in read) throw new Error(read.faults.map(({ sentence }) => sentence).join(" "));
  return read.past;
}

function faultsOf(text: string, given = GIVEN): string[] {
  const read = resultOfTurns(readCsv(text, given));
  return "faults" in read ? read.faults.map(({ sentence }) => sentence) : [];
}

test("reads tasks in any order, with types, a byte order mark, other ends of lines and an empty last line", () => {
  const { tasks, fromS, untilS, tenants } = pastOf(
    `\uFEFF${HEADER},type\r\n700,60,16,beta,\r\n10,3600,2,alpha,h100\r\n\r\n`,
  );
  expect(tasks.map(({ id, submitS, heldS, chargedS, gpusMin }) => [id, submitS, heldS, chargedS, gpusMin])).toEqual([
    ["3", 10, 3600, 3600, 2],
    ["2", 700, 60, 60, 16],
  ]);
  expect(tasks.map(({ gpuType, gpuPph }) => [gpuType, gpuPph])).toEqual([
    ["h100", 250],
    ["a5000", 95],
  ]);
  expect([fromS, untilS]).toEqual([10, 3611]);
  expect(tasks.map(({ tenantId }) => tenants.get(tenantId))).toEqual(["alpha", "beta"]);
});

test.each([
  ["", "Line 1 must be submit_s,run_s,gpus,tenant or submit_s,run_s,gpus,tenant,type."],
  ["run_s,submit_s,gpus,tenant\n", "Line 1 must be submit_s,run_s,gpus,tenant or submit_s,run_s,gpus,tenant,type."],
  [`${HEADER}\n`, "Line 2: the file has no tasks."],
  [
    `${HEADER}\n86400,1,1,a\n0,${366 * 86_400},1,a\n1,${366 * 86_400},1,a\n`,
    "Line 4: its task would end more than 366 days after the first one is submitted.",
  ],
  [`${HEADER}\n1,2,1\n`, "Line 2: it has 3 values instead of 4."],
  [`${HEADER}\n1,2,1,a,h100\n`, "Line 2: it has 5 values instead of 4."],
  [`${HEADER}\n1,2,1,"a"\n`, "Line 2: values must not be in quotes."],
  [`${HEADER}\n1,2,1,a\n-5,2,1,a\n`, "Line 3: submit_s is -5; it must not be negative."],
  [`${HEADER}\n1,-2,1,a\n`, "Line 2: run_s is -2; it must not be negative."],
  [`${HEADER}\n1,soon,1,a\n`, "Line 2: run_s is “soon”; it must be a whole number."],
  [`${HEADER}\n1,2.5,1,a\n`, "Line 2: run_s is “2.5”; it must be a whole number."],
  [`${HEADER}\n1,2,,a\n`, "Line 2: gpus is “”; it must be a whole number."],
  [`${HEADER}\n1,2,1,\n`, "Line 2: it names no tenant."],
  [`${HEADER}\n1,2,0,a\n`, "Line 2: gpus must be at least 1."],
  [`${HEADER}\n1,2,12,a\n`, "Line 2: 12 GPUs are not whole nodes: above 8 it must be a multiple of 8."],
  [`${HEADER}\n1,2,24,a\n`, "Line 2: the nodes of the type a5000 cannot hold 24 GPUs."],
  [`${HEADER},type\n1,2,8,a,h100\n`, "Line 2: the nodes of the type h100 cannot hold 8 GPUs."],
  [`${HEADER}\n1,2,1,a\0b\n`, "Line 2: it has characters that are not text."],
  [`${HEADER}\n1,2,1,${"a".repeat(NAME_MAX + 1)}\n`, `Line 2: a value has more than ${NAME_MAX} characters.`],
  [`${HEADER},type\n1,2,8,a,b200\n`, "Line 2: there are no nodes of the type b200."],
])("refuses %j", (text, sentence) => {
  expect(faultsOf(text)).toEqual([sentence]);
});

test("lists twenty faults with their lines, and says how many more there are", () => {
  const text = [HEADER, ...Array.from({ length: 23 }, () => "x,1,1,a")].join("\n");
  const read = resultOfTurns(readCsv(text, GIVEN));
  const faults = "faults" in read ? read.faults : [];
  expect(faults.map(({ line }) => line).slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  expect(faults.slice(20)).toEqual([{ line: 24, sentence: "And 3 lines more." }]);
});

test("refuses more tenants than a result has room for", () => {
  const lines = Array.from({ length: TENANTS_MAX + 1 }, (_, index) => `0,60,1,tenant-${index}`);
  expect(faultsOf([HEADER, ...lines].join("\n"))).toEqual([
    `Line ${TENANTS_MAX + 2}: the file has more than ${TENANTS_MAX.toLocaleString("en-US")} tenants.`,
  ]);
});

test("reads many lines, in turns", () => {
  const lines = Array.from({ length: 50_000 }, (_, index) => `${index},60,1,tenant-${index % 50}`);
  const { tasks, tenants } = pastOf([HEADER, ...lines].join("\n"));
  expect([tasks.length, tenants.size, tasks.at(-1)?.submitS]).toEqual([50_000, 50, 49_999]);
  expect(turnsOf(readCsv([HEADER, ...lines].join("\n"), GIVEN))).toBeGreaterThan(4);
});
