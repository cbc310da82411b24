import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { aTenant, theCatalogue } from "../../support/world";
import { until } from "../../support/until";
import { aFolder, run } from "./databases";

/** A data folder with the embedded database, and a backup to restore. */
let dataDir: string;
let good: string;

beforeAll(async () => {
  await theCatalogue();
  await aTenant({ dollars: 50 });
  [dataDir, good] = [aFolder(), join(aFolder(), "good")];
  const own = process.env["DATABASE_URL"] ?? "";
  expect(await run("backup", [good], { DATABASE_URL: own })).toMatchObject({ code: 0 });
  expect(await run("restore", [good], embedded())).toMatchObject({ code: 0 });
});

const embedded = (dir = dataDir) => ({ DATABASE_URL: "", MILLRACE_DATA_DIR: dir });

/** `npm run …` as a person types it, and the process to wait for. */
function npm(program: "backup" | "restore", args: string[], dir = dataDir) {
  // Variables that this run of npm set for its programs are not for another one.
  const env = { ...process.env, npm_lifecycle_event: "", ...embedded(dir) };
  const child = spawn("npm", ["run", program, "--", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  const ended = new Promise((resolve) => child.once("close", resolve));
  return { child, ended, said: () => said.join("") };
}

/** Command lines of all processes that involve the data folder. */
function processesOn(dir: string): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const command = readFileSync(join("/proc", pid, "cmdline"), "utf8").replaceAll("\0", " ");
      return command.includes(dir) ? [command] : [];
    } catch {
      return [];
    }
  });
}

async function stoppedAt(
  what: string,
  began: () => boolean,
  { child, signal }: { child: ChildProcess; signal: NodeJS.Signals },
): Promise<void> {
  await until(what, () => {
    if (child.exitCode !== null) throw new Error(`it ended before ${what}`);
    return began();
  });
  child.kill(signal);
}

test.each([
  ["SIGINT", "its database begins"],
  ["SIGTERM", "its database begins"],
  ["SIGINT", "tables are written"],
  ["SIGTERM", "tables are written"],
] as const)("%s as %s leaves nothing of a backup, and nothing running", async (signal, moment) => {
  const place = aFolder();
  const { child, ended, said } = npm("backup", [join(place, "half")]);
  const began = {
    "its database begins": () => processesOn(dataDir).length > 0,
    "tables are written": () => readdirSync(place, { recursive: true }).length > 2,
  };
  await stoppedAt(moment, began[moment], { child, signal });
  await ended;
  expect(processesOn(dataDir)).toEqual([]);
  expect(readdirSync(place)).toEqual([]);
  expect(existsSync(join(dataDir, "holder.json"))).toBe(false);
  expect(said()).toContain("Stopped. No backup was made.");
  expect(child.exitCode).not.toBe(0);
});

test.each([
  ["SIGINT", "initdb", "a new database"],
  ["SIGTERM", "postgres", "a new database"],
  ["SIGINT", "postgres", "the old one"],
  ["SIGHUP", "postgres", "the old one"],
] as const)(
  "%s to a restore as it runs %s for %s leaves nothing running, and the old data",
  async (signal, part, which) => {
    const dir = which === "the old one" ? dataDir : aFolder();
    const { child, ended, said } = npm("restore", [good, "--replace"], dir);
    const runs = () => processesOn(dir).some((command) => new RegExp(`/${part} `).test(command));
    await stoppedAt(part, runs, { child, signal });
    await ended;
    await until("the end of all that was begun", () => processesOn(dir).length === 0);
    expect(existsSync(join(dir, "holder.json"))).toBe(false);
    // If only npm gets SIGHUP, it ends without passing it on.
    if (signal !== "SIGHUP") expect(said()).toContain("Stopped. Nothing was restored");
    if (which === "the old one")
      expect(await run("backup", [join(aFolder(), "whole")], embedded())).toMatchObject({ code: 0 });
    else expect(await run("restore", [good], embedded(dir))).toMatchObject({ code: 0 });
  },
);
