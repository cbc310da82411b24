import type { DesiredTask } from "~/fleet/agent-messages";
import { makeKeyPair } from "../ssh/make-key-pair";
import type { TaskFile } from "./folder";

/** The keys that may log in; replaced while the task runs when they change. */
export const KEYS_FILE = "authorized_keys";

export function authorizedKeys({ ssh_public_keys }: Pick<DesiredTask, "ssh_public_keys">): string {
  return `${ssh_public_keys.join("\n")}\n`;
}

/**
 * The files that the task's SSH server reads in its folder `conf`: the task, its own host key and the keys that may log
 * in.
 */
export function sshFiles(task: DesiredTask, file: TaskFile): Record<string, string> {
  const key = makeKeyPair(task.task_name);
  return {
    "task.json": JSON.stringify(file),
    host_key: key.private,
    "host_key.pub": key.public,
    [KEYS_FILE]: authorizedKeys(task),
  };
}
