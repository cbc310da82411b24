import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../account/write-whole";

const SYSTEM_CONFIG = "/etc/ssh/ssh_config";
const TIMEOUT_MS = 5_000;

/**
 * Finds the names that already mean something to ssh, by the user's configuration without our line. A name is free when
 * ssh treats it like a random unknown host. Without ssh, every name counts as taken. A name of `long`, which ends as ours
 * do, is taken if it leads to another host.
 */
export async function namesTaken(
  names: readonly string[],
  { configuration, folder, long = [] }: { configuration: string; folder: string; long?: readonly string[] },
): Promise<Set<string>> {
  const file = join(folder, `.asked-${randomBytes(6).toString("hex")}`);
  // With `-F`, ssh skips the system's file, which it otherwise reads after the user's.
  const system = existsSync(SYSTEM_CONFIG) ? `\nMatch all\nInclude ${SYSTEM_CONFIG}\n` : "\n";
  writeWhole(file, Buffer.from(configuration + system, "latin1"), 0o600);
  const ask = async (name: string) => withoutName(await resolved(file, name), name);
  const lead = async (name: string) => hostOf(await resolved(file, name), name);
  const unknown = `unknown-${randomBytes(8).toString("hex")}`;
  try {
    const [ofUnknown, host] = await Promise.all([ask(unknown), lead(`${unknown}.millrace`)]);
    const asked = await Promise.all(names.map(async (name) => ({ name, config: await ask(name) })));
    const led = await Promise.all(long.map(async (name) => ({ name, host: await lead(name) })));
    const found = [
      ...asked.filter(({ config }) => config === null || config !== ofUnknown),
      ...led.filter((one) => one.host !== host),
    ];
    return new Set(found.map(({ name }) => name.toLowerCase()));
  } finally {
    rmSync(file, { force: true });
  }
}

/** The host that a name leads to, with the name replaced by a placeholder. */
function hostOf(config: string | null, name: string): string | undefined {
  const [, host] = /^hostname (.*)$/m.exec(config ?? "") ?? [];
  return host?.replaceAll(name.toLowerCase(), "%n");
}

/** The settings that `ssh -G` prints for a name; null when ssh fails or is not installed. */
function resolved(file: string, name: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile("ssh", ["-G", "-F", file, name], { timeout: TIMEOUT_MS }, (error, stdout) =>
      resolve(error ? null : stdout),
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
