import { spawn, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { taskEnvironment } from "../env";

/** Bytes that a file system with fixed tables keeps for each file it can hold, even an empty one: ext4's ratio. */
const BYTES_PER_FILE = 16_384;

/** Lets find read folders that the customer has closed: the files belong to the agent's user, who is root inside. */
const AS_OWNER = [
  ...["bwrap", "--unshare-user", "--uid", "0", "--gid", "0", "--cap-drop", "ALL"],
  ...["--cap-add", "CAP_DAC_READ_SEARCH", "--ro-bind", "/", "/", "--"],
];

/**
 * Lists blocks and links of each name, then a dot for each open or mapped file of the processes on standard input, and
 * device, number and blocks of those that are unlinked. A file with several names counts once. A name that is being removed
 * has no links. The count stops at the limit, and after as many lines as files fit into it, so that no task makes it take
 * for ever.
 */
const COUNT = `
devices=$1 limit=$2 first=$3 second=$4; shift 4
{
  "$@" find "$first" \${second:+"$second"} -xdev -printf '%b %n\\n'
  sed 's|.*|/proc/&/fd\\n/proc/&/map_files|' | xargs -rn 200 sh -c '
    exec find -L "$@" -mindepth 1 -maxdepth 1 -printf ".\\n" -type f -links 0 -printf "%D %i %b\\n"' sh
} | awk -v devices=" $devices " -v limit="$limit" '
  NF < 3 { lines += 1 }
  NF == 2 && $2 { bytes += 512 * $1 / $2; files += 1 / $2 }
  NF == 3 && index(devices, " " $1 " ") && !seen[$1, $2]++ { bytes += 512 * $3; files += 1 }
  {
    taken = files * ${BYTES_PER_FILE}; if (bytes > taken) taken = bytes
    if (lines * ${BYTES_PER_FILE} > limit) taken = lines * ${BYTES_PER_FILE}
    if (taken > limit) exit
  }
  END { printf "%.0f", taken }'`;

/** Checks that this machine has the programs for counting. */
export function canCount(): boolean {
  const tried = `find / -maxdepth 0 -printf '%b %n\\n' | nice awk 'NF == 2 { found = 1 } END { exit !found }'`;
  return spawnSync("sh", ["-c", tried], { stdio: "ignore" }).status === 0;
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
  // With a socket as its standard input, bash takes itself for a login over the network and runs the user's ~/.bashrc first.
  const args = ["-n", "19", "sh", "-c", COUNT, "sh", ...what, ...(sandboxed ? AS_OWNER : [])];
  const child = spawn("nice", args, {
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
    env: taskEnvironment({}),
  });
  // Not arguments: a task may have more processes than those can name. A count that ends early reads no further.
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

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It ended in between.
  }
}
