import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chown, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { userInfo } from "node:os";
import { childEnvironment } from "./child-environment";

export interface Launcher {
  uid?: number;
  gid?: number;
  spawn(file: string, args: string[]): ChildProcess;
  /** Creates a folder that the program may write to. */
  makeFolder(path: string): Promise<void>;
}

const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
/** A third-party server must not get the product's variables. */
const env = childEnvironment("database", process.env) as NodeJS.ProcessEnv;

/**
 * Prepares to start a program that refuses to run as root, such as PostgreSQL, with `dir` as its own folder. Its own
 * process group shields it from the terminal's Ctrl-C: it ends last.
 */
export async function unprivileged(dir: string): Promise<Launcher> {
  const makeFolder = async (path: string) => void (await mkdir(path, { recursive: true, mode: 0o700 }));
  if (userInfo().uid !== 0) {
    return { makeFolder, spawn: (file, args) => spawn(file, args, { stdio, env, detached: true }) };
  }
  const { uid, gid } = findUser();
  const makeOwnFolder = async (path: string) => {
    await makeFolder(path);
    await chown(path, uid, gid);
  };
  const own = { stdio, env, detached: true, cwd: "/" };
  if (await canReach(dir, uid, gid)) {
    return {
      uid,
      gid,
      makeFolder: makeOwnFolder,
      spawn: (file, args) => spawn(file, args, { ...own, uid, gid }),
    };
  }
  // Below a folder such as /root that other users may not enter, it keeps root's right to pass through. PostgreSQL asks
  // access(2) first, which ignores that right unless a change of user keeps it.
  const identity = ["--reuid", String(uid), "--regid", String(gid), "--clear-groups"];
  const lasting = ["--securebits", "+no_setuid_fixup"];
  const rights = [...lasting, "--inh-caps", "+dac_override", "--ambient-caps", "+dac_override"];
  return {
    uid,
    gid,
    makeFolder: makeOwnFolder,
    spawn: (file, args) => spawn("setpriv", [...identity, ...rights, file, ...args], own),
  };
}

function findUser(): { uid: number; gid: number } {
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, name], { stdio: "pipe" })));
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      continue;
    }
  }
  throw new Error("PostgreSQL does not run as root and this machine has no other user for it: set DATABASE_URL");
}

/** Checks whether that user may enter every folder above, and those of the program itself. */
async function canReach(dir: string, uid: number, gid: number): Promise<boolean> {
  for (const start of [dirname(dir), import.meta.dirname]) {
    for (let at = start; at !== "/"; at = dirname(at)) {
      const { mode, uid: owner, gid: group } = await stat(at);
      const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
      if (!(mode & bit)) return false;
    }
  }
  return true;
}
