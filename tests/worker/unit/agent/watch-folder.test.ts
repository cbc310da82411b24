import { type FSWatcher, watch } from "node:fs";
import { mkdtempSync, writeFileSync } from "node:fs";
import { EventEmitter } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { watchFolder } from "../../../../worker/agent/ssh/watch-folder";

vi.mock(import("node:fs"), async (original) => {
  const fs = await original();
  return { ...fs, watch: vi.fn(fs.watch) };
});

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "watched-"));
});

/** Resolves when a change in the folder is noticed. */
async function noticed(): Promise<void> {
  const changed = new Promise<void>((resolve) => watchFolder(dir, resolve));
  writeFileSync(join(dir, "new"), "");
  await changed;
}

test("a change in a folder is noticed", noticed);

test("and where another task of the machine has taken all watches", async () => {
  vi.mocked(watch).mockImplementationOnce(() => {
    throw Object.assign(new Error("EMFILE: too many open files, watch"), { code: "EMFILE" });
  });
  await noticed();
});

test("and where a watch is lost", async () => {
  const watcher = new EventEmitter();
  vi.mocked(watch).mockImplementationOnce(() => watcher as FSWatcher);
  const changed = noticed();
  watcher.emit("error", new Error("lost"));
  await changed;
});
