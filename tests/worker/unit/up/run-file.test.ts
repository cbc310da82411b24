import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Child } from "../../../../worker/up/child";
import { endLeftovers, RUN_OF, RunFile } from "../../../../worker/up/run-file";
import { until } from "../../../support/until";

let dir = "";
const logLimits = { fileBytes: 2 ** 20, files: 2 };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "millrace-run-file-"));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

test("processes of a killed run are ended by the next start, those of other folders are not touched", async () => {
  const ours = startSleeper(dir);
  const others = startSleeper("/somewhere/else");
  await Promise.all([ours.pid, others.pid]);
  // The run file is for people: if a full disk cut it short, it hides no process.
  await writeFile(join(dir, "run.json"), "{");
  await endLeftovers(dir);
  await until("the end of ours", () => ours.ended());
  expect(others.ended()).toBe(false);
  await others.child.stop();
});

test("leftovers are gone with all their resources, even if their end takes a while", async () => {
  // As in the kernel: no environment any more, but still its sockets.
  const script = "trap 'exec env -i sleep 0.4' TERM; echo ready; while :; do sleep 0.02; done";
  const child = spawn("bash", ["-c", script], {
    env: { ...process.env, [RUN_OF]: dir },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  await endLeftovers(dir);
  const state = (await readFile(`/proc/${child.pid}/stat`, "utf8").catch(() => ") gone")).split(") ").at(-1);
  expect(state).toMatch(/^(Z|gone)/);
});

test("the run file names running processes, and none once the run is over", async () => {
  const file = join(dir, "named.json");
  const run = new RunFile(file);
  run.note("web", 17);
  run.note("build", 18);
  run.note("build", null);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ supervisor: process.pid, web: 17 });
  run.remove();
  await expect(stat(file)).rejects.toThrow("ENOENT");
});

function startSleeper(dataDir: string) {
  const pids: (number | null)[] = [];
  const child = new Child({
    name: "sleeper",
    args: ["-e", "setInterval(() => {}, 1000)"],
    env: { ...process.env, [RUN_OF]: dataDir },
    logFile: join(dir, "sleeper.log"),
    logLimits,
    say: () => void child.stop(),
    noted: (_, pid) => pids.push(pid),
  });
  child.start();
  return { child, pid: until("its id", () => pids[0]), ended: () => pids.includes(null) };
}
