import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mountVolumes } from "../../../../worker/agent/volume-mounts";
import { VolumeRoot } from "../../../../worker/agent/volume-root";

let agentDir: string;
let dir: string;

beforeEach(() => {
  agentDir = mkdtempSync(join(tmpdir(), "millrace-agent-"));
  dir = mkdtempSync(join(tmpdir(), "millrace-volumes-"));
});
afterEach(() => {
  for (const made of [agentDir, dir]) rmSync(made, { recursive: true, force: true });
});

const uid = process.getuid?.() ?? 0;
const volume = { volume_id: "data-1", path: "/data", read_only: false };
const where = () => ({ root: new VolumeRoot({ dir, reach: "local", agentDir, own: false }), uid });

test("a new volume's folder is created, and found again", async () => {
  const source = join(dir, "data-1");
  expect(await mountVolumes([volume], where())).toEqual([{ source, path: "/data", readOnly: false }]);
  expect(await mountVolumes([{ ...volume, used: true, read_only: true }], where())).toEqual([
    { source, path: "/data", readOnly: true },
  ]);
});

test("a volume that a task used and that is missing is not created again: its disk may not be mounted", async () => {
  const given = [
    { ...volume, volume_id: "data-2" },
    { ...volume, used: true },
  ];
  await expect(mountVolumes(given, where())).rejects.toThrow("the volume at /data is not on this node");
  expect(["data-1", "data-2"].map((id) => existsSync(join(dir, id)))).toEqual([false, false]);
});
