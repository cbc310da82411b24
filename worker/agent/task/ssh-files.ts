import type { DesiredTask } from "~/domain/agent/messages";
import { makeKeyPair } from "../ssh/make-key-pair";
import type { TaskFile } from "./folder";

/** What the task's SSH server reads in its folder `conf`, by name: the task, a host key of its own, and who may log in. */
export function sshFiles(task: DesiredTask, file: TaskFile): Record<string, string> {
  const key = makeKeyPair(task.task_name);
  return {
    "task.json": JSON.stringify(file),
    host_key: key.private,
    "host_key.pub": key.public,
    authorized_keys: `${task.ssh_public_keys.join("\n")}\n`,
  };
}
