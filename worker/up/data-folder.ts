import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeQuietly, unusable, whyUnusable } from "./disk-faults";
import { takeLock } from "./kernel-lock";

/**
 * Creates the data folder if it is missing and locks it for this process: two programs on one folder would end each
 * other's database. `program` is the name that people read, such as `npm start`. Returns a function that releases it. A
 * taken or unwritable folder throws an error that names its holder and the remedy.
 */
export function lockDataFolder(dir: string, program: string): () => void {
  const release = takeDataFolder(dir, program);
  if (!release) throw new Error(inUse(dir));
  return release;
}

/** Locks the data folder for a program that can do without it: null if another has it. */
export function takeDataFolder(dir: string, program: string): (() => void) | null {
  const free = open(dir);
  if (!free) return null;
  sign(dir, program);
  return () => {
    // No message may name a process id that another process could have by then.
    removeQuietly(join(dir, "holder.json"));
    free();
  };
}

function open(dir: string): (() => void) | null {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return takeLock(join(dir, "lock"));
  } catch (error) {
    throw whyUnusable(dir, error) ?? unusable(dir, error);
  }
}

function inUse(dir: string): string {
  const { program, pid } = readHolder(dir);
  const who = program && pid ? `"${program}" (process ${pid})` : "another process";
  const how = pid ? `kill ${pid}` : "Ctrl-C where it runs";
  return `The data folder ${dir} is in use by ${who}. Stop that first (${how}), or set MILLRACE_DATA_DIR, PORT and WORKER_PORT to run a second one.`;
}

/** Writes the holder's name, for messages only; a full disk may prevent that. The lock decides who has the folder. */
function sign(dir: string, program: string): void {
  try {
    writeFileSync(join(dir, "holder.json"), JSON.stringify({ program, pid: process.pid }));
  } catch {
    // Without this file a refusal names "another process".
  }
}

function readHolder(dir: string): { program?: string; pid?: number } {
  try {
    return JSON.parse(readFileSync(join(dir, "holder.json"), "utf8")) as { program?: string; pid?: number };
  } catch {
    return {};
  }
}
