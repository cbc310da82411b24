import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DesiredTask } from "~/fleet/agent-messages";
import { VolumeFolder } from "../../../../worker/agent/volume-folder";
import { MARKER, VolumeRoot } from "../../../../worker/agent/volume-root";

const OLD = "3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa";
const OTHER = "0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c11";

let dir = "";
let agentDir = "";

beforeEach(() => {
  agentDir = mkdtempSync(join(tmpdir(), "agent-"));
  dir = mkdtempSync(join(tmpdir(), "volumes-"));
  for (const id of [OLD, OTHER]) {
    mkdirSync(join(dir, id, "deep", "er"), { recursive: true });
    writeFileSync(join(dir, id, "deep", "er", "file"), "data");
  }
});

afterEach(() => {
  for (const made of [dir, agentDir]) rmSync(made, { recursive: true, force: true });
});

async function folder(reach: "shared" | "local" = "local"): Promise<VolumeFolder> {
  const root = new VolumeRoot({ dir, reach, agentDir, own: true });
  await root.look();
  return new VolumeFolder({ root, reach, totalGb: 500 });
}

const kept = () => readdirSync(dir).filter((name) => name !== MARKER);

/** Polls until it is gone, as each report does. */
async function untilGone(of: VolumeFolder, ids: string[], tasks: DesiredTask[] = []): Promise<string[]> {
  return await new Promise((resolve) => {
    const ask = () => {
      const gone = of.gone({ volumes_gone: ids, tasks }, ask);
      if (gone.length === ids.length) resolve(gone);
    };
    ask();
  });
}

test("a node reports the reach of its volumes and their GB", async () => {
  expect((await folder("shared")).described()).toEqual({ reach: "shared", total_gb: 500, copies: true });
});

test("a volume that must not exist is removed and reported; the others stay", async () => {
  expect(await untilGone(await folder(), [OLD])).toEqual([OLD]);
  expect(kept()).toEqual([OTHER]);
  expect(await untilGone(await folder(), [OLD])).toEqual([OLD]);
});

test("an agent that was killed after renaming the folder continues from there", async () => {
  renameSync(join(dir, OLD), join(dir, `.gone-${OLD}`));
  expect(await untilGone(await folder(), [OLD])).toEqual([OLD]);
  expect(kept()).toEqual([OTHER]);
});

test("two nodes with one mount remove it together, and both report it", async () => {
  const both = await Promise.all([untilGone(await folder("shared"), [OLD]), untilGone(await folder("shared"), [OLD])]);
  expect(both).toEqual([[OLD], [OLD]]);
});

test("a volume that a task of the node needs is never touched", async () => {
  const task = { volumes: [{ volume_id: OLD, path: "/data", read_only: false }] } as unknown as DesiredTask;
  expect((await folder()).gone({ volumes_gone: [OLD], tasks: [task] }, () => undefined)).toEqual([]);
  expect(existsSync(join(dir, OLD, "deep", "er", "file"))).toBe(true);
});
