import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { taskFolder } from "../../../../worker/agent/task/folder";
import { storedBytes } from "../../../../worker/agent/task/stored";

const MB = 1_000_000;
const LIMIT = 100 * MB;
const sandboxed = hasSandbox();
let dir: string;
let home: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "millrace-stored-"));
  const folder = taskFolder(dir, "one");
  home = folder.home;
  for (const each of [folder.home, folder.run]) mkdirSync(each, { recursive: true });
});
afterEach(() => {
  execFileSync("chmod", ["-R", "u+rwx", dir]);
  rmSync(dir, { recursive: true });
});

async function stored({ limitBytes = LIMIT, pids = [] as number[] } = {}): Promise<number> {
  const { signal } = new AbortController();
  const folders: [string] = [taskFolder(dir, "one").root];
  return (await storedBytes({ folders, pids, limitBytes, sandboxed, signal })) ?? NaN;
}

function write(name: string, bytes: number): string {
  writeFileSync(join(home, name), Buffer.alloc(bytes, 1));
  return join(home, name);
}

test("the disk use of files in home and run, and of the log, is counted, and no more", async () => {
  const before = await stored();
  write("one", 2 * MB);
  writeFileSync(join(taskFolder(dir, "one").run, "two"), Buffer.alloc(MB, 1));
  writeFileSync(join(taskFolder(dir, "one").root, "task.log"), Buffer.alloc(MB, 1));
  execFileSync("truncate", ["-s", "50G", join(home, "sparse")]);
  const taken = (await stored()) - before;
  expect(taken).toBeGreaterThanOrEqual(4 * MB - 65_536);
  expect(taken).toBeLessThan(4.2 * MB);
});

test("a file with two names counts once", async () => {
  const file = write("one", 4 * MB);
  linkSync(file, join(home, "two"));
  expect(await stored()).toBeLessThan(5 * MB);
});

test("empty files use up the disk too", async () => {
  for (let name = 0; name < 1_000; name += 1) write(String(name), 0);
  expect(await stored()).toBeGreaterThanOrEqual(1_000 * 16_384);
});

test("a folder that its customer closed hides nothing", async () => {
  mkdirSync(join(home, "closed"));
  write("closed/one", 4 * MB);
  chmodSync(join(home, "closed"), 0);
  expect(await stored()).toBeGreaterThan(4 * MB - 65_536);
});

test("a file that has lost its name counts while it is open", async () => {
  const pids = [process.pid];
  const before = await stored({ pids });
  const file = join(home, "gone");
  const handle = openSync(file, "w");
  writeSync(handle, Buffer.alloc(4 * MB, 1));
  rmSync(file);
  const held = (await stored({ pids })) - before;
  closeSync(handle);
  expect(held).toBeGreaterThan(4 * MB - 65_536);
  expect(await stored({ pids })).toBeLessThan(before + MB);
});

test.runIf(process.getuid?.() === 0)("a file that has lost its name counts while a program has it mapped", async () => {
  const file = join(home, "gone");
  cpSync("/bin/sleep", file);
  writeFileSync(file, Buffer.alloc(4 * MB, 1), { flag: "a" });
  const program = spawn(file, ["infinity"], { stdio: "ignore" });
  await once(program, "spawn");
  rmSync(file);
  expect(await stored({ pids: [program.pid ?? 0] })).toBeGreaterThan(4 * MB - 65_536);
  program.kill("SIGKILL");
});

test("more names, open files and mappings than files fit into the limit are above it, so that no count takes for ever", async () => {
  const file = write("one", 0);
  for (let name = 0; name < 700; name += 1) linkSync(file, join(home, `name-${name}`));
  expect(await stored({ limitBytes: 10 * MB })).toBeGreaterThan(10 * MB);
  expect(await stored({ limitBytes: 20 * MB })).toBeLessThan(MB);
  const handles = Array.from({ length: 6_000 }, () => openSync(file, "r"));
  const held = await stored({ pids: [process.pid] });
  for (const handle of handles) closeSync(handle);
  expect(held).toBeGreaterThan(LIMIT);
});

test("a name that is removed while it is read does not end the count", async () => {
  write("one", 4 * MB);
  const gone = join(dir, "gone");
  mkdirSync(gone);
  const handle = openSync(gone, "r");
  rmdirSync(gone);
  const folders: [string, string] = [home, `/proc/${process.pid}/fd/${handle}/.`];
  const { signal } = new AbortController();
  const count = { folders, pids: [], limitBytes: LIMIT, sandboxed: false, signal };
  expect(await storedBytes(count)).toBeGreaterThan(4 * MB - 65_536);
  closeSync(handle);
});

test("a task with more processes than one command line holds is counted", async () => {
  write("one", 4 * MB);
  const pids = Array.from({ length: 30_000 }, (_each, index) => 5_000_000 + index);
  expect(await stored({ pids })).toBeGreaterThan(4 * MB - 65_536);
});

test("beyond the limit only that is known, not by how much", async () => {
  for (let name = 0; name < 50; name += 1) write(String(name), MB);
  const told = await stored({ limitBytes: 5 * MB });
  expect(told).toBeGreaterThan(5 * MB);
  expect(told).toBeLessThan(50 * MB);
});

test("nothing is known about a task whose folder is gone", async () => {
  rmSync(join(dir, "one"), { recursive: true });
  expect(await stored()).toBeNaN();
});

function hasSandbox(): boolean {
  try {
    execFileSync("bwrap", ["--unshare-user", "--ro-bind", "/", "/", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
