import { spawn, spawnSync } from "node:child_process";
import { statfsSync, statSync } from "node:fs";
import { taskEnvironment } from "../env";

/** Bytes that a file system with fixed tables keeps for each file it can hold, even an empty one: ext4's ratio. */
const BYTES_PER_FILE = 16_384;

/** Lets find read folders that the customer has closed: the files belong to the agent's user, who is root inside. */
const AS_OWNER = [
  ...["bwrap", "--unshare-user", "--uid", "0", "--gid", "0", "--cap-drop", "ALL"],
  ...["--cap-add", "CAP_DAC_READ_SEARCH", "--ro-bind", "/", "/", "--"],
];

/**
 * Lists blocks and links of each file, then device, number and blocks of each unlinked file that is still open or mapped,
 * and an empty line for anything else that is. A file with several names counts once. The count stops at the limit, also
 * with open and mapped files as if each were one more, so that neither a home nor handles take for ever.
 */
const COUNT = `
devices=$1 limit=$2 first=$3 second=$4; shift 4
{
  "$@" find "$first" \${second:+"$second"} -xdev -printf '%b %n\\n'
  sed 's:.*:/proc/&/fd /proc/&/map_files:' | xargs -r bash -c 'find -L "$@" -mindepth 1 -maxdepth 1 \\
    \\( -type f -links 0 -printf "%D %i %b\\n" -o -printf "\\n" \\)' bash
} | awk -v devices=" $devices " -v limit="$limit" '
  NF == 2 { bytes += 512 * $1 / $2; files += 1 / $2 }
  NF != 2 { handles += ${BYTES_PER_FILE} }
  NF == 3 && index(devices, " " $1 " ") && !seen[$1, $2]++ { bytes += 512 * $3; files += 1 }
  { taken = files * ${BYTES_PER_FILE}; if (bytes > taken) taken = bytes; if (handles > limit) taken = handles
    if (taken > limit) exit }
  END { printf "%.0f", taken }'`;

/** Checks that this machine has the programs for counting. */
export function canCount(): boolean {
  const tried = `find / -maxdepth 0 -printf '%b %n\\n' | nice awk 'NF == 2 { found = 1 } END { exit !found }'`;
  return spawnSync("bash", ["-c", tried], { stdio: "ignore" }).status === 0;
}

/**
 * Returns the task's storage: bytes on disk, or its number of files if that uses more of the disk. Separate programs
 * count at the lowest priority, and stop early with some number above `limitBytes`. Null if unknown, for example for a
 * folder that is being removed.
 */
export async function storedBytes(given: {
  folders: [string] | [string, string];
  /** A device with deleted files that it still has open, in addition to the folders. */
  device?: number | undefined;
  /** All processes of the task. */
  pids: number[];
  limitBytes: number;
  /** True if bubblewrap works here. */
  sandboxed: boolean;
  /** Ends the counting. */
  signal: AbortSignal;
}): Promise<number | null> {
  const { folders, device, pids, limitBytes, sandboxed, signal } = given;
  const own = folders.map((folder) => statSync(folder, { throwIfNoEntry: false })?.dev);
  if (own[0] === undefined || signal.aborted) return null;
  const [first, second = ""] = folders;
  const what = [[...own, device].join(" "), String(limitBytes), first, second];
  const args = ["-n", "19", "bash", "-c", COUNT, "bash", ...what, ...(sandboxed ? AS_OWNER : [])];
  const child = spawn("nice", args, {
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
    env: taskEnvironment({}),
  });
  // Not as an argument: a task may have more processes than one holds.
  child.stdin.on("error", () => {}).end(pids.map((pid) => `${pid}\n`).join(""));
  const end = () => endGroup(child.pid);
  signal.addEventListener("abort", end);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.once("close", resolve).once("error", resolve));
  signal.removeEventListener("abort", end);
  // Without a number, not even the home itself was measured, or the measuring was ended.
  return signal.aborted || !(Number(output) > 0) ? null : Number(output);
}

/** Free bytes of the disk with a folder; 0 if it does not answer. */
export function freeBytesOf(dir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It ended in between.
  }
}
