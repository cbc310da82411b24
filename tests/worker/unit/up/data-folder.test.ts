import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBun } from "../../../support/bun-program";

let dir = "";

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "millrace-folder-"));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

const hold = (folder: string, ...more: string[]) =>
  startBun("tests/support/programs/hold-data-folder.ts", { args: [folder, ...more] });

test("one program has a data folder; the next learns which, and a killed one leaves it free", async () => {
  const first = hold(dir, "with-child");
  const heir = Number((await first.line(/^held/)).split(" ")[1]);
  const refused = await hold(dir).line(/./);
  expect(refused).toContain(`is in use by "npm start" (process ${first.process.pid}). Stop that first`);
  expect(refused).toContain("MILLRACE_DATA_DIR");

  await first.end("SIGKILL");
  // The child of the killed process lives, but does not hold its lock.
  const second = hold(dir);
  await second.line(/^held/);
  process.kill(heir, "SIGKILL");
  await second.end();
});

test("a program that released a folder is no longer named, though its process may live", async () => {
  const folder = join(dir, "let-go");
  const first = hold(folder, "let-go");
  await first.line(/^let go/);
  const silent = startBun("tests/support/programs/hold-data-folder.ts", { args: [folder, "unsigned"] });
  await silent.line(/^held/);
  expect(await hold(folder).line(/./)).toContain("is in use by another process");
  await Promise.all([first.end(), silent.end()]);
});

test("of ten concurrent starts on a new folder one gets it", async () => {
  const folder = join(dir, "new", "folder");
  const programs = Array.from({ length: 10 }, () => hold(folder));
  const answers = await Promise.all(programs.map((program) => program.line(/./)));
  expect(answers.filter((answer) => answer.startsWith("held"))).toHaveLength(1);
  expect(answers.filter((answer) => answer.includes("is in use by"))).toHaveLength(9);
  await Promise.all(programs.map((program) => program.end()));
});

test("a damaged lock file locks all the same, and an impossible folder is reported in words", async () => {
  await writeFile(join(dir, "lock"), "x".repeat(5_000));
  await writeFile(join(dir, "holder.json"), "{");
  const first = hold(dir);
  await first.line(/^held/);
  expect(await hold(dir).line(/./)).toContain("is in use by");
  await first.end();
  const file = join(dir, "file");
  await writeFile(file, "");
  expect(await hold(file).line(/./)).toMatch(/cannot be used: .*Make it writable, or set MILLRACE_DATA_DIR/);
});
