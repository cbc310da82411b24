import type * as fs from "node:fs";
import { type FSWatcher, mkdtempSync, watch, writeFileSync } from "node:fs";
import { EventEmitter } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { watchFolder } from "../../../../worker/agent/ssh/watch-folder";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return { ...real, watch: vi.fn(real.watch) };
});

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "watched-"));
});

async function noticed(): Promise<boolean> {
  const changed = new Promise<boolean>((resolve) => watchFolder(dir, () => resolve(true)));
  writeFileSync(join(dir, "new"), "");
  return await changed;
}

test("a change in a folder is noticed", async () => {
  expect(await noticed()).toBe(true);
});

test("and where another task of the machine has taken all watches", async () => {
  vi.mocked(watch).mockImplementationOnce(() => {
    throw Object.assign(new Error("EMFILE: too many open files, watch"), { code: "EMFILE" });
  });
  expect(await noticed()).toBe(true);
});

test("and where a watch is lost", async () => {
  const watcher = new EventEmitter();
  vi.mocked(watch).mockImplementationOnce(() => watcher as FSWatcher);
  const changed = noticed();
  watcher.emit("error", new Error("lost"));
  expect(await changed).toBe(true);
});
