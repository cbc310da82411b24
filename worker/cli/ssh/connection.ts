import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Task } from "../api/tasks";
import { writeWhole } from "../account/write-whole";
import { EXIT, Failure } from "../failure";
import { addressFrom, guidFrom, onOneLine, publicKeyOf } from "./address";

export const SSH_USER = "root";

/** Where the files of a profile's connections lie. */
export function sshFolder(folder: string, profile: string): string {
  return join(folder, "ssh", profile);
}

export interface Connection {
  host: string;
  options: [name: string, value: string][];
}

/**
 * How to reach a running task: its own host key is the only one that is believed, under a name that no other task ever has, so
 * that an address that is used again raises no alarm. @throws Failure when the answer names none
 */
export function connectionTo(task: Task, { folder, keys }: { folder: string; keys: readonly string[] }): Connection {
  const { host, port } = addressFrom(task.ssh_addr);
  const hostKey = publicKeyOf(task.ssh_host_key);
  if (!hostKey) throw noHostKey(task);
  const alias = aliasOf(task);
  const known = join(folder, alias);
  const identityFiles = keys.map(quoted);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeWhole(known, `${onOneLine(`${alias} ${hostKey}`)}\n`, 0o600);
  return {
    host,
    options: [
      ["Port", port],
      ["User", SSH_USER],
      ["HostKeyAlias", alias],
      ["UserKnownHostsFile", quoted(known)],
      ["StrictHostKeyChecking", "yes"],
      ...identityFiles.map((file): [string, string] => ["IdentityFile", file]),
    ],
  };
}

function noHostKey({ task_name }: Task): Failure {
  return new Failure(`The server names no host key for ${task_name}, so nobody can tell who would answer there.`, {
    code: EXIT.refused,
    hint: "Try again in a minute; if it stays so, tell who runs the installation.",
  });
}

/** The name of a task's host key, and of the file that holds it. @throws Failure */
export function aliasOf(task: Pick<Task, "resv_guid">): string {
  return `millrace-${guidFrom(task.resv_guid)}`;
}

/** As arguments of ssh, scp and rsync's ssh. */
export function asArguments({ options }: Connection): string[] {
  return options.flatMap(([name, value]) => ["-o", `${name}=${value}`]);
}

/** A path as a value of ssh's configuration, where `%` begins a token. @throws Failure */
function quoted(path: string): string {
  const text = onOneLine(path).replaceAll("%", "%%");
  return /[\s"']/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : text;
}
