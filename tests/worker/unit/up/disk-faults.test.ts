import { mkdtemp, mkdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whyUnusable } from "../../../../worker/up/disk-faults";
import { findFreePort } from "../../../../worker/up/ports";
import { RunFile } from "../../../../worker/up/run-file";
import { startBun } from "../../../support/bun-program";

const UNWRITABLE = /The data folder .* cannot be used: .*: .* Make it writable, or set MILLRACE_DATA_DIR to another\./;
const FULL = "The disk of /data is full. Free some space: no data was lost.";
let dir = "";

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "millrace-disk-"));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

const fault = (code: string, path?: string) => Object.assign(new Error(`${code}: of the system`), { code, path });

test.each([
  ["EROFS", "/data/postgres.port", UNWRITABLE],
  ["EACCES", "/data", UNWRITABLE],
  ["ENOSPC", "/data/secret.new", FULL],
  ["ENOSPC", undefined, FULL],
  ["EDQUOT", "/data/secret.new", FULL],
])("%s of %s is a sentence that says what to do", (code, path, sentence) => {
  expect(whyUnusable("/data", fault(code, path))?.message).toMatch(sentence);
});

test.each([
  ["EACCES", undefined],
  ["EACCES", "/database/secret"],
  ["ENOSPC", "/tmp/millrace-1"],
  ["ENOENT", "/data/secret"],
])("%s of %s is not blamed on the data folder", (code, path) => {
  expect(whyUnusable("/data", fault(code, path))).toBeNull();
});

test("a start on a disk without room reports that, in one line", async () => {
  const folder = join(dir, "full");
  await mkdir(folder);
  await symlink("/dev/full", join(folder, "postgres.password.new"));
  const [port, workerPort] = [await findFreePort(), await findFreePort()];
  const env = { PORT: String(port), WORKER_PORT: String(workerPort), MILLRACE_DATA_DIR: folder };
  const product = startBun("worker/up/main.ts", { env, stderr: "pipe" });
  await product.gone;
  expect(product.lines).toEqual([FULL.replace("/data", folder)]);
});

test("a run file that cannot be removed does not hide why a start failed", async () => {
  const file = join(dir, "run.json");
  await mkdir(join(file, "within"), { recursive: true });
  expect(() => new RunFile(file).remove()).not.toThrow();
});
