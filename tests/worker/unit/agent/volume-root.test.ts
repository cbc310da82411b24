import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { VolumeFolder } from "../../../../worker/agent/volume-folder";
import { MARKER, VolumeRoot } from "../../../../worker/agent/volume-root";

const VOLUME = "3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa";

let base = "";
let dir = "";

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "volume-root-"));
  dir = join(base, "volumes");
  mkdirSync(dir);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** An agent that checks there, each time a new one. */
async function root(given: Partial<{ reach: "shared" | "local"; agent: string; own: boolean }> = {}) {
  const { reach = "local", agent = "agent", own = false } = given;
  const made = new VolumeRoot({ dir, reach, own, agentDir: join(base, agent) });
  await made.look();
  return made;
}

/** The mount is away: this is the folder below it. */
function unmount(): void {
  renameSync(dir, `${dir}-elsewhere`);
  mkdirSync(dir);
}

function mount(): void {
  rmSync(dir, { recursive: true });
  renameSync(`${dir}-elsewhere`, dir);
}

test("a folder is marked at its first use, once for all agents that share it", async () => {
  const agents = await Promise.all(["a", "b", "c"].map(async (agent) => await root({ agent })));
  expect(await Promise.all(agents.map((one) => one.proves()))).toEqual([true, true, true]);
  expect(agents.flatMap((one) => one.conditions())).toEqual([]);
  expect(readdirSync(dir)).toEqual([MARKER]);
  expect(readFileSync(join(dir, MARKER), "utf8")).toContain("do not remove it");
});

test("without its marker it is missing: nothing in it is reported, created or removed until it returns", async () => {
  const here = await root();
  const folder = new VolumeFolder({ root: here, reach: "local", totalGb: 500 });
  mkdirSync(join(dir, VOLUME));
  unmount();
  expect(folder.gone({ volumes_gone: [VOLUME], tasks: [] }, () => undefined)).toEqual([]);
  await here.look();
  expect(folder.described()).toBeUndefined();
  expect(folder.conditions()).toMatchObject([
    { name: "volumes-away", severity: "warning", action: "inspect", text: expect.stringContaining("is not mounted") },
  ]);
  await expect(here.require()).rejects.toThrow("cannot reach the volumes at the moment");
  const copies = folder.copies().report({ volume_copies: [{ volume_id: VOLUME, source_id: VOLUME }] }, () => undefined);
  expect(copies).toEqual([]);
  expect(readdirSync(dir)).toEqual([]);
  mount();
  await here.require();
  expect(folder.described()).toEqual({ reach: "local", total_gb: 500, copies: true });
  expect(folder.conditions()).toEqual([]);
  expect(existsSync(join(dir, VOLUME))).toBe(true);
});

test("an agent that starts without the mount accepts neither the empty folder nor another one", async () => {
  await root();
  unmount();
  const late = await root();
  expect(await late.proves()).toBe(false);
  expect(readdirSync(dir)).toEqual([]);
  writeFileSync(join(dir, MARKER), "of another folder");
  await late.look();
  expect(late.conditions()).toMatchObject([{ name: "volumes-other" }]);
  rmSync(dir, { recursive: true });
  await late.look();
  expect(late.conditions()).toMatchObject([{ name: "volumes-away" }]);
});

test("shared volumes are not created on the machine's own disk unless its operator allows it", async () => {
  const before = await root({ reach: "shared" });
  expect(before.conditions()).toMatchObject([{ name: "volumes-away", text: expect.stringContaining(MARKER) }]);
  expect(readdirSync(dir)).toEqual([]);
  writeFileSync(join(dir, MARKER), "");
  await before.require();
  expect(await before.proves()).toBe(true);
  const demo = new VolumeRoot({ dir: join(base, "demo"), reach: "shared", own: true, agentDir: join(base, "agent") });
  await demo.look();
  expect(await demo.proves()).toBe(true);
});

test.each(['{"dir":"', "", "{}", '{"version":2,"folders":[]}'])(
  "a memory of it like %j lets no empty folder into use",
  async (memory) => {
    const here = await root();
    writeFileSync(join(base, "agent", "volumes.json"), memory);
    expect(await here.proves()).toBe(false);
    unmount();
    expect(await here.proves()).toBe(false);
    const later = await root();
    expect(await later.proves()).toBe(false);
    expect(later.conditions()).toMatchObject([{ name: "volumes-away" }]);
    expect(readdirSync(dir)).toEqual([]);
  },
);
