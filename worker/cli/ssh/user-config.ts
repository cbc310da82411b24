import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Api } from "../api/client";
import { unfinishedTasks, type Task } from "../api/tasks";
import { writeWhole } from "../account/write-whole";
import type { CliEnv } from "../env";
import { aliasOf, sshFolder } from "./connection";
import { bareNames, hostEntries, longNames, namesIn } from "./host-entries";
import { hasInclude, withInclude, withoutInclude } from "./include-line";
import { identities } from "./local-keys";
import { namesTaken } from "./names-taken";

export const userConfigFile = (env: CliEnv) => join(env.home, ".ssh", "config");
/** The pattern that the user's configuration includes; each profile has one file. */
const includePattern = (env: CliEnv) => asLetters(join(env.folder, "ssh", "*.conf"));
const fileOf = (env: CliEnv, profile: string) => join(env.folder, "ssh", `${profile}.conf`);

/** Reads one character for each byte, so that a file in any encoding is written back unchanged. */
function read(file: string): string {
  return existsSync(file) ? readFileSync(file, "latin1") : "";
}

function asLetters(path: string): string {
  return Buffer.from(path, "utf8").toString("latin1");
}

export function isIncluded(env: CliEnv): boolean {
  return hasInclude(read(userConfigFile(env)), includePattern(env));
}

/** Adds or removes our line; returns whether the file changed. A symbolic link stays, and its target is written. */
export function changeUserConfig(env: CliEnv, change: "add" | "remove"): boolean {
  const link = userConfigFile(env);
  const before = read(link);
  const after = (change === "add" ? withInclude : withoutInclude)(before, includePattern(env));
  if (after === before) return false;
  mkdirSync(dirname(link), { recursive: true, mode: 0o700 });
  const file = existsSync(link) ? realpathSync(link) : link;
  const mode = existsSync(file) ? statSync(file).mode & 0o777 : 0o600;
  writeWhole(file, Buffer.from(after, "latin1"), mode);
  return true;
}

interface Refresh {
  env: CliEnv;
  api: Api;
  profile: string;
  tasks?: Task[];
}

/** Writes host entries for running tasks and deletes the host keys of ended ones. */
export async function writeHosts({ env, api, profile, tasks }: Refresh): Promise<string[]> {
  const [all, keys] = await Promise.all([tasks ?? unfinishedTasks(api), identities(api, env.home)]);
  const folder = sshFolder(env.folder, profile);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const configuration = withoutInclude(read(userConfigFile(env)), includePattern(env));
  const own = fileOf(env, profile);
  const others = readdirSync(dirname(own), { withFileTypes: true })
    .filter((one) => one.isFile() && one.name.endsWith(".conf"))
    .map(({ name }) => join(dirname(own), name));
  const entries = others.filter((file) => file !== own).map(read);
  const known = new Set([configuration, ...entries].flatMap((one) => [...namesIn(one)]));
  const long = longNames(all, profile);
  const taken = await namesTaken(bareNames(all), { configuration, folder, long, known });
  const { text, names } = hostEntries(all, { profile, taken, folder, keys });
  writeWhole(own, text, 0o600);
  const alive = new Set(all.map(aliasOf));
  const gone = readdirSync(folder).filter((name) => /^millrace-[0-9a-f-]{36}$/.test(name) && !alive.has(name));
  for (const name of gone) rmSync(join(folder, name), { force: true });
  return names;
}

/** Updates the host entries if `config ssh` is in use. A failure here must not fail the command. */
export async function refreshHosts(refresh: Refresh): Promise<void> {
  if (isIncluded(refresh.env)) await writeHosts(refresh).catch(() => undefined);
}

/** Removes the host entries of a profile, whose names others may then have. */
export function forgetHosts(env: CliEnv, profile: string): void {
  for (const path of [fileOf(env, profile), sshFolder(env.folder, profile)])
    rmSync(path, { recursive: true, force: true });
}

export function removeHosts(env: CliEnv): void {
  changeUserConfig(env, "remove");
  rmSync(join(env.folder, "ssh"), { recursive: true, force: true });
}
