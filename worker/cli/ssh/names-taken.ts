import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../account/write-whole";

const SYSTEM_CONFIG = "/etc/ssh/ssh_config";
const TIMEOUT_MS = 5_000;

/**
 * Those of the names that mean something to ssh already, by the person's configuration as it is without our line, whatever it includes.
 * A name is free where ssh would go to that very name, just as to one that nobody has ever thought of; what holds for every host takes
 * none. Where ssh cannot be asked, every name is taken.
 */
export async function namesTaken(
  names: readonly string[],
  { configuration, folder }: { configuration: string; folder: string },
): Promise<Set<string>> {
  const file = join(folder, `.asked-${randomBytes(6).toString("hex")}`);
  // `-F` leaves the system's file out, which ssh reads below the person's.
  const system = existsSync(SYSTEM_CONFIG) ? `\nMatch all\nInclude ${SYSTEM_CONFIG}\n` : "\n";
  writeWhole(file, Buffer.from(configuration + system, "latin1"), 0o600);
  const ask = async (name: string) => withoutName(await resolved(file, name), name);
  try {
    const ofAny = await ask(`unknown-${randomBytes(8).toString("hex")}`);
    const asked = await Promise.all(names.map(async (name) => ({ name, said: await ask(name) })));
    return new Set(asked.filter(({ said }) => said === null || said !== ofAny).map(({ name }) => name.toLowerCase()));
  } finally {
    rmSync(file, { force: true });
  }
}

/** What `ssh -G` says of a name by a configuration; null where it says nothing, as where it is not installed. */
function resolved(file: string, name: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile("ssh", ["-G", "-F", file, name], { timeout: TIMEOUT_MS }, (error, stdout) =>
      resolve(error ? null : stdout),
    );
  });
}

/**
 * All that ssh says, the name itself left out; null where the host is another one than the name. `ControlPath` is a path of each
 * host's own, often a hash of its name.
 */
function withoutName(said: string | null, name: string): string | null {
  const lines = said?.split(/\r?\n/) ?? [];
  if (!lines.includes(`hostname ${name.toLowerCase()}`)) return null;
  const word = new RegExp(`(?<![a-z0-9])${name.replaceAll(".", "\\.")}(?![a-z0-9])`, "gi");
  return lines
    .filter((line) => !line.startsWith("controlpath "))
    .join("\n")
    .replace(word, "%n");
}
