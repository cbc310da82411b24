import { randomUUID } from "node:crypto";
import { chmod, chown, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcess } from "./end-process";
import type { Noted } from "./program";
import type { Launcher } from "./unprivileged";

interface NewDatabase {
  dir: string;
  password: string;
  launcher: Launcher;
  signal: AbortSignal;
  noted: Noted;
}

/** Creates a database under a temporary name first: a crash's remains are never taken for a database. */
export async function initialise(initdb: string, given: NewDatabase): Promise<void> {
  const { dir, password, launcher } = given;
  const unfinished = `${dir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await launcher.makeFolder(unfinished);
  const passwordFile = join(tmpdir(), `millrace-${randomUUID()}`);
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    if (launcher.uid !== undefined) await chown(passwordFile, launcher.uid, launcher.gid ?? launcher.uid);
    await chmod(initdb, 0o755);
    await run(initdb, unfinished, passwordFile, given);
    await rename(unfinished, dir);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function run(initdb: string, unfinished: string, passwordFile: string, given: NewDatabase) {
  const { dir, launcher, signal, noted } = given;
  signal.throwIfAborted();
  const child = launcher.spawn(initdb, [
    `--pgdata=${unfinished}`,
    "--auth=scram-sha-256",
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
  ]);
  noted("initdb", child.pid ?? null);
  const output: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  child.stdout?.resume();
  const end = () => void endProcess(child, { group: true });
  signal.addEventListener("abort", end);
  const code = await new Promise((resolve) => {
    child.once("close", resolve);
    child.once("error", (error) => {
      output.push(error.message);
      resolve(null);
    });
  });
  signal.removeEventListener("abort", end);
  noted("initdb", null);
  signal.throwIfAborted();
  if (code === 0) return;
  const text = output.join("");
  const why = reasonOf(text) || text.trim() || "it was ended from outside";
  throw new Error(`The database could not be created in ${dir}: ${why}`);
}

/** Picks from the output of a PostgreSQL program the part that a person needs. */
export function reasonOf(output: string): string {
  const marks = /^.*?(FATAL|PANIC|DETAIL|HINT|initdb: error|setpriv): */;
  const reasons = output.split("\n").filter((line) => marks.test(line));
  return reasons.map((line) => line.replace(marks, "")).join(" ");
}
