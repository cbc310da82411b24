import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mountVolumes } from "../../../worker/agent/container/volumes";

let dir: string;

beforeEach(() => (dir = mkdtempSync(join(tmpdir(), "millrace-volumes-"))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const firstUid = process.getuid?.() ?? 0;
const volume = { volume_id: "data-1", path: "/data", read_only: false };

test("a new volume's folder is made, and found again", () => {
  const source = join(dir, "data-1");
  expect(mountVolumes([volume], { dir, firstUid })).toEqual([{ source, path: "/data", readOnly: false }]);
  expect(mountVolumes([{ ...volume, used: true, read_only: true }], { dir, firstUid })).toEqual([
    { source, path: "/data", readOnly: true },
  ]);
});

test("in place of a volume that a task had and that is not there nothing is made: its disk may not be mounted", () => {
  const given = [{ ...volume, used: true }];
  expect(() => mountVolumes(given, { dir, firstUid })).toThrow("the volume at /data is not on this node");
  expect(existsSync(join(dir, "data-1"))).toBe(false);
});
