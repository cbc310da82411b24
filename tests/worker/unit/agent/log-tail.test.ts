import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { LogChunk } from "~/fleet/agent-messages";
import { LogTail } from "../../../../worker/agent/log-tail";
import { ProcessTasks } from "../../../../worker/agent/process/process-tasks";

const ID = "0b8f6f2e";
let tasks: ProcessTasks;
let file: string;
let chunks: LogChunk[];
let answers: ((taken: boolean) => void)[];

beforeEach(() => {
  tasks = new ProcessTasks(mkdtempSync(join(tmpdir(), "millrace-node-")));
  file = join(tasks.root(ID), "task.log");
  mkdirSync(tasks.root(ID), { recursive: true });
  [chunks, answers] = [[], []];
});

const aTail = () => new LogTail(tasks, (chunk, onAnswer) => chunks.push(chunk) > 0 && answers.push(onAnswer) > 0);
const sent = () => chunks.map(({ seq, text }) => [seq, text]);

test("output that the control plane did not take is sent again, as the same chunk", () => {
  const tail = aTail();
  writeFileSync(file, "one\n");
  tail.send();
  appendFileSync(file, "two\n");
  expect(tail.send()).toEqual(new Set([ID]));
  answers.at(-1)?.(false);
  tail.send();
  answers.at(-1)?.(true);
  tail.send();
  answers.at(-1)?.(true);
  expect(tail.send()).toEqual(new Set());
  expect(sent()).toEqual([
    [0, "one\n"],
    [0, "one\n"],
    [8, "two\n"],
  ]);
});

test("an agent that ended before the answer is followed by one that sends the same chunk again", () => {
  writeFileSync(file, "one\n");
  aTail().send();
  appendFileSync(file, "two\n");
  const next = aTail();
  next.send();
  answers.at(-1)?.(true);
  next.send();
  expect(sent()).toEqual([
    [0, "one\n"],
    [0, "one\n"],
    [8, "two\n"],
  ]);
});

test("an agent that ended just as it sent a chunk is followed by one that sends the same chunk", () => {
  writeFileSync(file, "one\n");
  const killed = new LogTail(tasks, (chunk) => {
    chunks.push(chunk);
    throw new Error("killed");
  });
  expect(() => killed.send()).toThrow("killed");
  appendFileSync(file, "two\n");
  const next = aTail();
  next.send();
  answers.at(-1)?.(true);
  next.send();
  expect(sent()).toEqual([
    [0, "one\n"],
    [0, "one\n"],
    [8, "two\n"],
  ]);
});

test("a file that was started again after a chunk without an answer is read from its beginning", () => {
  const tail = aTail();
  writeFileSync(file, "one, and more\n");
  tail.send();
  answers.at(-1)?.(false);
  writeFileSync(file, "two\n");
  tail.send();
  expect(sent()).toEqual([
    [0, "one, and more\n"],
    [28, "two\n"],
  ]);
});

test("the end of a long output says how much is left out, also when it is sent again", () => {
  const tail = aTail();
  writeFileSync(file, "x".repeat(200_005));
  tail.send();
  answers.at(-1)?.(false);
  tail.send();
  expect(chunks.map(({ text }) => text.slice(0, 26))).toEqual(Array(2).fill("[5 bytes are left out]\nxxx"));
});
