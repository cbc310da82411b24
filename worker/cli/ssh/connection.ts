import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Task } from "../api/tasks";
import { writeWhole } from "../account/write-whole";
import { EXIT, Failure } from "../failure";
import { addressFrom, guidFrom, onOneLine, publicKeyOf } from "./address";

export const SSH_USER = "root";

/** The folder for the connection files of a profile. */
export function sshFolder(folder: string, profile: string): string {
  // A profile may be named like the file of another one, `work.conf`.
  return join(folder, "ssh", `${profile}.keys`);
}

export interface Connection {
  host: string;
  options: [name: string, value: string][];
}

/**
 * Builds the ssh options for a running task. ssh trusts only the host key of this task, under its own alias, so a
 * reused address causes no warning. @throws Failure when the task has no host key
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
  return new Failure(`The server sent no host key for ${task_name}, so its identity cannot be verified.`, {
    code: EXIT.refused,
    hint: "Try again in a minute. If it keeps failing, contact your provider.",
  });
}

/** The alias of a task's host key, which is also its file name. @throws Failure */
export function aliasOf(task: Pick<Task, "resv_guid">): string {
  return `millrace-${guidFrom(task.resv_guid)}`;
}

/** The options as arguments of ssh and scp. */
export function asArguments({ options }: Connection): string[] {
  return options.flatMap(([name, value]) => ["-o", `${name}=${value}`]);
}

/** Quotes a path for ssh's configuration, where `%` starts a token. @throws Failure */
function quoted(path: string): string {
  const text = onOneLine(path).replaceAll("%", "%%");
  return /[\s"']/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : text;
}
