import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface KeyPair {
  /** File of the private key. */
  file: string;
  /** The public key's line, as a person pastes it. */
  publicKey: string;
}

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** A new key pair in its own folder, made by ssh-keygen. */
export async function makeKeyPair(comment = "laptop"): Promise<KeyPair> {
  const file = join(mkdtempSync(join(tmpdir(), "millrace-key-")), "id_ed25519");
  await run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", comment, "-f", file]);
  return { file, publicKey: readFileSync(`${file}.pub`, "utf8").trim() };
}

/** Runs one command on a task with the real OpenSSH client; `address` is `host:port`. */
export async function ssh(address: string, key: KeyPair, command: string): Promise<Ran> {
  const [host = "", port = ""] = address.split(":");
  return await run("ssh", [
    ...["-i", key.file, "-p", port, "-F", "none"],
    ...["-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10"],
    ...["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR"],
    `root@${host}`,
    command,
  ]);
}

function run(program: string, args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { timeout: 30_000 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    );
    child.stdin?.end();
  });
}
