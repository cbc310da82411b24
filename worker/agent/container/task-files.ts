import { chownSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DesiredTask } from "~/fleet/agent-messages";
import { type TaskFile, type TaskFolder, writeWhole } from "../task/folder";
import { PROFILE } from "../ssh/in-container";
import { sshFiles } from "../task/ssh-files";

/** The folder `conf` of a task in a container, the one it may write to, and its log. */
export function writeTaskFiles(task: DesiredTask, file: TaskFile, folder: TaskFolder): void {
  for (const dir of [folder.root, folder.conf, folder.run]) mkdirSync(dir, { recursive: true, mode: 0o700 });
  const files: Record<string, string> = {
    ...sshFiles(task, file),
    "profile.sh": PROFILE,
  };
  for (const [name, text] of Object.entries(files)) writeWhole(join(folder.conf, name), text);
  writeWhole(join(folder.root, "task.log"), "");
}

/** Gives files to root in the container, who is another user outside. */
export function giveAway(folder: TaskFolder, uid: number): void {
  const inside = readdirSync(folder.conf).map((name) => join(folder.conf, name));
  for (const path of [folder.conf, folder.run, join(folder.root, "task.log"), ...inside]) chownSync(path, uid, uid);
}
