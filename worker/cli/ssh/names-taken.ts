import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../account/write-whole";
import { conditionsIn } from "./conditions";

const SYSTEM_CONFIG = "/etc/ssh/ssh_config";
const TIMEOUT_MS = 5_000;

/** Processes of ssh at the same time. */
const AT_ONCE = 8;

interface Given {
  configuration: string;
  folder: string;
  /** Each task's long names, in order of preference: one is looked at only if those before it are taken. */
  long?: readonly (readonly string[])[];
  /** Names that are taken in any case, in lower case. */
  known?: ReadonlySet<string>;
}

/**
 * Finds the names that already mean something to ssh, by the user's configuration without our line. A name is free when
 * ssh treats it like a random unknown host. Without ssh, every name counts as taken. A name of `long`, which ends as ours
 * do, is taken if it leads to another host; ssh is asked only where the configuration may say something about it.
 */
export async function namesTaken(
  names: readonly string[],
  { configuration, folder, long = [], known = new Set() }: Given,
): Promise<Set<string>> {
  const file = join(folder, `.asked-${randomBytes(6).toString("hex")}`);
  // With `-F`, ssh skips the system's file, which it otherwise reads after the user's.
  const system = existsSync(SYSTEM_CONFIG) ? `\nMatch all\nInclude ${SYSTEM_CONFIG}\n` : "\n";
  writeWhole(file, Buffer.from(configuration + system, "latin1"), 0o600);
  const ask = async (name: string) => withoutName((await resolved(file, name)).config, name);
  const unknown = `unknown-${randomBytes(8).toString("hex")}`;
  const unknownLong = `${unknown}.millrace`;
  try {
    const [ofUnknown, asLong] = await Promise.all([ask(unknown), resolved(file, unknownLong, "-v")]);
    const host = hostOf(asLong.config, unknownLong);
    const mayConcern = asLong.config === null ? () => true : conditionsIn(asLong.log, file);
    const isTaken = async (name: string) => {
      if (known.has(name.toLowerCase()) || ofUnknown === null) return true;
      return (await ask(name)) !== ofUnknown;
    };
    const leadsElsewhere = async (name: string) => {
      if (known.has(name.toLowerCase())) return true;
      return mayConcern(name) && hostOf((await resolved(file, name)).config, name) !== host;
    };
    const bare = await inTurns(names, async (name) => ((await isTaken(name)) ? [name] : []));
    const longer = await inTurns(long, async (choices) => {
      const found: string[] = [];
      for (const name of choices) {
        if (!(await leadsElsewhere(name))) break;
        found.push(name);
      }
      return found;
    });
    return new Set([...known, ...[...bare, ...longer].flat().map((name) => name.toLowerCase())]);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Works on all items, `AT_ONCE` of them at a time; the answers keep the items' order. */
async function inTurns<Item, Answer>(items: readonly Item[], work: (item: Item) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  const rest = items.entries();
  const takeTurns = async () => {
    for (const [index, item] of rest) answers[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  return answers;
}

/** The host that a name leads to, with the name replaced by a placeholder. */
function hostOf(config: string | null, name: string): string | undefined {
  const [, host] = /^hostname (.*)$/m.exec(config ?? "") ?? [];
  return host?.replaceAll(name.toLowerCase(), "%n");
}

/** The settings that `ssh -G` prints for a name, and its log; null when ssh fails or is not installed. */
function resolved(file: string, name: string, ...more: string[]): Promise<{ config: string | null; log: string }> {
  return new Promise((resolve) => {
    execFile("ssh", ["-G", ...more, "-F", file, name], { timeout: TIMEOUT_MS }, (error, stdout, stderr) =>
      resolve({ config: error ? null : stdout, log: stderr }),
    );
  });
}

/**
 * The settings with the name replaced by a placeholder; null when they point to another host. `ControlPath` is omitted,
 * because it may contain a hash of the name.
 */
function withoutName(config: string | null, name: string): string | null {
  const lines = config?.split(/\r?\n/) ?? [];
  if (!lines.includes(`hostname ${name.toLowerCase()}`)) return null;
  const word = new RegExp(`(?<![a-z0-9])${name.replaceAll(".", "\\.")}(?![a-z0-9])`, "gi");
  return lines
    .filter((line) => !line.startsWith("controlpath "))
    .join("\n")
    .replace(word, "%n");
}
