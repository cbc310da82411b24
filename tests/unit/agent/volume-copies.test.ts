import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ObservedCopy } from "~/domain/agent/volumes";
import { VolumeFolder } from "../../../worker/agent/volume-folder";
import type { VolumeCopies } from "../../../worker/agent/volume-copies";

const SOURCE = "3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa";
const COPY = "0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c11";
const wanted = { volume_copies: [{ volume_id: COPY, source_id: SOURCE }] };

let dir = "";

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "volumes-"));
  mkdirSync(join(dir, SOURCE, "deep"), { recursive: true });
  writeFileSync(join(dir, SOURCE, "deep", "file"), "data");
  symlinkSync("deep/file", join(dir, SOURCE, "link"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const folder = () => new VolumeFolder({ dir, reach: "local", totalGb: 500 });

/** Asks until it has ended, as each report does. */
async function untilEnded(copies: VolumeCopies): Promise<ObservedCopy | undefined> {
  return await new Promise((resolve) => {
    const ask = () => {
      const [copy] = copies.report(wanted, ask);
      if (copy?.state !== "copying") resolve(copy);
    };
    ask();
  });
}

test("a copy is whole, links and all, and leaves nothing beside it", async () => {
  expect(await untilEnded(folder().copies())).toEqual({ volume_id: COPY, state: "done" });
  expect(readFileSync(join(dir, COPY, "link"), "utf8")).toBe("data");
  expect(readdirSync(dir).toSorted()).toEqual([COPY, SOURCE].toSorted());
});

test("while it is being made it is under no volume's name, and what a killed agent left is taken away", async () => {
  mkdirSync(join(dir, `.copying-${COPY}-old`));
  writeFileSync(join(dir, `.copying-${COPY}-old`, "half"), "ha");
  const copies = folder().copies();
  await new Promise<void>((resolve) => {
    expect(copies.report(wanted, resolve)).toEqual([{ volume_id: COPY, state: "copying" }]);
    expect(existsSync(join(dir, COPY))).toBe(false);
  });
  expect(copies.report(wanted, () => undefined)).toEqual([{ volume_id: COPY, state: "done" }]);
  expect(existsSync(join(dir, COPY, "half"))).toBe(false);
  expect(readdirSync(dir)).toHaveLength(2);
});

test("without anything to copy it fails in words that name no folder of the node, and leaves nothing", async () => {
  rmSync(join(dir, SOURCE), { recursive: true });
  const copies = folder().copies();
  const failed = { volume_id: COPY, state: "failed", message: "nothing of the volume is on its node" };
  expect(await untilEnded(copies)).toEqual(failed);
  expect(readdirSync(dir)).toEqual([]);
  // It is tried again only once it was wanted no more.
  expect(copies.report(wanted, () => undefined)).toEqual([failed]);
  expect(copies.report({}, () => undefined)).toEqual([]);
});

test("one that is wanted no more is given up, and its halves are gone with it", async () => {
  const [volumes, copies] = [folder(), folder().copies()];
  await new Promise<void>((resolve) => {
    copies.report(wanted, resolve);
    copies.report({}, resolve);
  });
  expect(existsSync(join(dir, COPY))).toBe(false);
  mkdirSync(join(dir, `.copying-${COPY}-old`));
  await new Promise<void>((resolve) => {
    const ask = () => volumes.gone({ volumes_gone: [COPY], tasks: [] }, ask).length > 0 && resolve();
    ask();
  });
  expect(readdirSync(dir)).toEqual([SOURCE]);
});

/** An agent's part of the work in a process of its own, which ends itself there. */
async function killedAt(point: string): Promise<void> {
  const program = `
    import { VolumeFolder } from "${join(import.meta.dirname, "../../../worker/agent/volume-folder.ts")}";
    const copies = new VolumeFolder({ dir: ${JSON.stringify(dir)}, reach: "local", totalGb: 1 }).copies();
    copies.report(${JSON.stringify(wanted)}, () => process.exit(0));`;
  const child = spawn("bun", ["-e", program], {
    env: { ...process.env, MILLRACE_CRASH_AT: point },
    stdio: "ignore",
  });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect(signal).toBe("SIGKILL");
}

test.each([
  ["copy-begun", false],
  ["copy-whole", false],
  ["copy-renamed", true],
])(
  "an agent that is killed at %s leaves no half under a volume's name, and the next one makes it whole",
  async (at, whole) => {
    await killedAt(at);
    expect(existsSync(join(dir, COPY))).toBe(whole);
    expect(await untilEnded(folder().copies())).toEqual({ volume_id: COPY, state: "done" });
    expect(readFileSync(join(dir, COPY, "deep", "file"), "utf8")).toBe("data");
    expect(readdirSync(dir).filter((name) => name.startsWith("."))).toEqual([]);
  },
);
