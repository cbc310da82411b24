import { spawn } from "node:child_process";
import {
  type Dirent,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ObservedCopy } from "~/fleet/agent-volumes";
import { until } from "../../../support/until";
import { VolumeFolder } from "../../../../worker/agent/volume-folder";
import type { VolumeCopies } from "../../../../worker/agent/volume-copies";
import { MARKER, VolumeRoot } from "../../../../worker/agent/volume-root";

const SOURCE = "3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa";
const COPY = "0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c11";
const wanted = { volume_copies: [{ volume_id: COPY, source_id: SOURCE }] };

let dir = "";
let agentDir = "";

beforeEach(() => {
  agentDir = mkdtempSync(join(tmpdir(), "agent-"));
  dir = mkdtempSync(join(tmpdir(), "volumes-"));
  mkdirSync(join(dir, SOURCE, "deep"), { recursive: true });
  writeFileSync(join(dir, SOURCE, "deep", "file"), "data");
  symlinkSync("deep/file", join(dir, SOURCE, "link"));
});
afterEach(() => {
  for (const made of [dir, agentDir]) rmSync(made, { recursive: true, force: true });
});

async function folder(): Promise<VolumeFolder> {
  const root = new VolumeRoot({ dir, reach: "local", agentDir, own: false });
  await root.look();
  return new VolumeFolder({ root, reach: "local", totalGb: 500 });
}

const kept = () => readdirSync(dir).filter((name) => name !== MARKER);

/** Polls until it has ended, as each report does. */
async function untilEnded(copies: VolumeCopies): Promise<ObservedCopy | undefined> {
  return await new Promise((resolve) => {
    const ask = () => {
      const [copy] = copies.report(wanted, ask);
      if (copy?.state !== "copying") resolve(copy);
    };
    ask();
  });
}

test("a copy is complete with its links, and leaves no other files", async () => {
  expect(await untilEnded((await folder()).copies())).toEqual({ volume_id: COPY, state: "done" });
  expect(readFileSync(join(dir, COPY, "link"), "utf8")).toBe("data");
  expect(kept().toSorted()).toEqual([COPY, SOURCE].toSorted());
});

test("while it grows it has no volume's name, and a killed agent's remains are removed", async () => {
  mkdirSync(join(dir, `.copying-${COPY}-old`));
  writeFileSync(join(dir, `.copying-${COPY}-old`, "half"), "ha");
  const copies = (await folder()).copies();
  await new Promise<void>((resolve) => {
    expect(copies.report(wanted, resolve)).toEqual([{ volume_id: COPY, state: "copying" }]);
    expect(existsSync(join(dir, COPY))).toBe(false);
  });
  expect(copies.report(wanted, () => undefined)).toEqual([{ volume_id: COPY, state: "done" }]);
  expect(existsSync(join(dir, COPY, "half"))).toBe(false);
  expect(kept()).toHaveLength(2);
});

test("without a program to copy, it fails in words that name no folder of the node, and leaves nothing", async () => {
  rmSync(join(dir, SOURCE), { recursive: true });
  const copies = (await folder()).copies();
  const failed = { volume_id: COPY, state: "failed", message: "nothing of the volume is on its node" };
  expect(await untilEnded(copies)).toEqual(failed);
  expect(kept()).toEqual([]);
  // It is retried only after it was temporarily not wanted.
  expect(copies.report(wanted, () => undefined)).toEqual([failed]);
  expect(copies.report({}, () => undefined)).toEqual([]);
});

test("an unwanted one is aborted, and its remains are removed", async () => {
  const [volumes, copies] = [await folder(), (await folder()).copies()];
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
  expect(kept()).toEqual([SOURCE]);
});

test("remains that a gone agent's program still writes to are removed from it", async () => {
  const half = join(dir, `.copying-${COPY}-old`);
  mkdirSync(half);
  const script = 'i=0; while (: > "$0/$i") 2> /dev/null; do i=$((i + 1)); done';
  const writer = spawn("sh", ["-c", script, half], { stdio: "ignore" });
  const ended = new Promise((resolve) => writer.once("exit", resolve));
  await until("it writes", () => readdirSync(half).length > 100);
  expect(await untilEnded((await folder()).copies())).toEqual({ volume_id: COPY, state: "done" });
  await ended;
  expect(kept().toSorted()).toEqual([COPY, SOURCE].toSorted());
});

test("a copy that another node has completed in between is done", async () => {
  const copies = (await folder()).copies();
  const done = new Promise<void>((resolve) => void copies.report(wanted, resolve));
  mkdirSync(join(dir, COPY, "whole"), { recursive: true });
  await done;
  expect(await untilEnded(copies)).toEqual({ volume_id: COPY, state: "done" });
  expect(kept().toSorted()).toEqual([COPY, SOURCE].toSorted());
});

function filesIn(path: string): Dirent[] {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  } catch {
    return [];
  }
}

test("a writer that puts a link where a folder was gets nothing of the machine into its copy", async () => {
  const [deep, secret] = [join(dir, SOURCE, "deep"), join(agentDir, "secret")];
  mkdirSync(secret);
  for (let file = 0; file < 600; file += 1) {
    writeFileSync(join(deep, `file-${file}`), "own");
    writeFileSync(join(secret, `file-${file}`), "stolen");
  }
  const isStolen = ({ parentPath, name }: Dirent) => {
    try {
      return readFileSync(join(parentPath, name), "utf8") === "stolen";
    } catch {
      // The copy failed, and its remains are being removed.
      return false;
    }
  };
  const copied = () => {
    const names = readdirSync(dir).filter((name) => name.includes(COPY));
    return names.flatMap((name) => filesIn(join(dir, name)));
  };
  let ended = false;
  void untilEnded((await folder()).copies()).then(() => (ended = true));
  await until("the first files", async () => copied().length > 10);
  renameSync(deep, join(dir, SOURCE, "aside"));
  symlinkSync(secret, deep);
  while (!ended) {
    expect(copied().filter(isStolen)).toEqual([]);
    await new Promise(setImmediate);
  }
  expect(copied().filter(isStolen)).toEqual([]);
});
