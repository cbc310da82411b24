import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ProcessTasks } from "../../../../worker/agent/process/process-tasks";

const aNode = () => new ProcessTasks(mkdtempSync(join(tmpdir(), "millrace-node-")));

test("a task whose process does not carry its mark yet is alive, until that process ends", async () => {
  const tasks = aNode();
  // As between its fork and its program: a process without a mark.
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  tasks.noteStart("placement", child);
  expect(tasks.alive()).toEqual(new Set(["placement"]));
  child.kill();
  await once(child, "exit");
  expect(tasks.alive()).toEqual(new Set());
});

test("a start without a process is not alive", async () => {
  const tasks = aNode();
  const child = spawn("/no/such/program");
  tasks.noteStart("placement", child);
  await once(child, "error");
  expect(tasks.alive()).toEqual(new Set());
});
