import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CopiedProgram, START_WITHIN_MS, type Started } from "./support/copied-program";
import { until } from "../support/until";

/** Starts in the same data folder, one after the other: anything that one left wrong would stop the next. */
const STEPS = ["initdb", "database", "migrations", "demo data", "build", "payments", "web", "worker", "agent"];
let program: CopiedProgram;
let stamp = "";

beforeAll(() => {
  program = new CopiedProgram();
  stamp = readFileSync(program.file("build/.stamp"), "utf8");
});

afterAll(() => program.remove());

/**
 * A signal has the same effect at each step (main.ts), and npm passes it on at each step: so each step tests one of the
 * two.
 */
const STOPS = STEPS.map((step, at) => [at % 2 === 0 ? "SIGTERM" : "SIGINT", step] as const);

test.each(STOPS)("%s to npm while a start is at its step '%s' ends every process", async (signal, step) => {
  if (step === "build") rmSync(program.file("build/.stamp"));
  const started = await program.start();
  await begun(started, step);
  started.process.kill(signal);
  expect([0, signal]).toContain(await started.ended);
  await nothingLeft();
  expect(started.said()).not.toContain("failed");
  if (step === "build") writeFileSync(program.file("build/.stamp"), stamp);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s to npm while packages are installed ends that, and npm stops",
  async (signal) => {
    const bare = new CopiedProgram({ packages: false });
    // A registry without a server keeps npm waiting.
    const registry = { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "50" };
    const started = await bare.start({ ...registry, npm_config_cache: join(bare.dir, "cache") });
    await started.says("Installing packages");
    await until("npm ci", () => bare.left().some((line) => / ci /.test(line)));
    started.process.kill(signal);
    expect(await started.ended).not.toBe(0);
    await until("the end of all", () => bare.left().length === 0);
    expect(bare.running()).toEqual({});
    bare.remove();
  },
);

test("next to a running product each further start is refused in one line and changes nothing", async () => {
  const first = await program.start();
  await first.says("Millrace is ready");
  const before = program.running();
  for (let times = 0; times < 3; times += 1) {
    const next = await program.bun("worker/up/main.ts");
    expect(await next.ended).toBe(1);
    await until("its line", () => next.said().endsWith("\n"));
    expect(next.said().trim().split("\n")).toEqual([
      expect.stringMatching(
        new RegExp(`is in use by "npm start" \\(process ${before["supervisor"]}\\). Stop that first`),
      ),
    ]);
  }
  expect(program.running()).toEqual(before);
  expect((await fetch(`${await program.origin()}/readyz`)).ok).toBe(true);

  // Only a supervisor is killed: the next start, on the same ports, ends what it left.
  process.kill(before["supervisor"] ?? 0, "SIGKILL");
  await first.ended;
  const heir = await program.start();
  await heir.says("Millrace is ready");
  for (const pid of Object.values(before)) expect(Object.values(program.running())).not.toContain(pid);
  // Only npm is killed, and nothing passes a signal on.
  heir.process.kill("SIGKILL");
  await nothingLeft();
});

test("a truncated build is repeated, once, with one line; a complete one is left alone", async () => {
  const file = program.file("build/index.js");
  truncateSync(file, 1000);
  const again = await program.bun("worker/up/make-build.ts");
  expect(await again.ended).toBe(0);
  expect(again.said().trim()).toBe("The build is damaged, building again …");
  expect(readFileSync(file).length).toBeGreaterThan(100_000);
  const fine = await program.bun("worker/up/make-build.ts");
  expect([await fine.ended, fine.said()]).toEqual([0, ""]);
});

/** Waits until the start is at that step; a step that was too short to be seen counts when a later one has begun. */
async function begun(started: Started, step: string): Promise<void> {
  const far = STEPS.slice(STEPS.indexOf(step));
  const look = () => {
    if (started.process.exitCode !== null) throw new Error(`it ended before:\n${started.said()}`);
    const running = program.running();
    return far.some((name) => name in running);
  };
  await until(`the step ${step}`, look, START_WITHIN_MS);
}

async function nothingLeft(): Promise<void> {
  await until("the end of all that was begun", () => program.left().length === 0, START_WITHIN_MS);
  expect(program.running()).toEqual({});
}
