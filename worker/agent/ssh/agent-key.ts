import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AuthContext, ParsedKey } from "ssh2";
import { readSmallFile, writeWhole } from "../task/folder";
import { accepts, parseKeys } from "./accept-key";
import { makeKeyPair } from "./make-key-pair";

/** Next to the folders that the task sees. */
const PRIVATE_FILE = "agent_key";
/**
 * The file in `conf` with the key's public part, for the task's server. Its fingerprint stays hidden, because the key
 * is not the customer's.
 */
const PUBLIC_FILE = "agent_key.pub";

/**
 * The private key with which the agent logs in to a task for web terminals and ports, created when first needed. Root
 * in a container may be a different user from the agent, so everyone who can reach the folder may read the public half.
 */
export function agentKeyOf(root: string): string {
  const before = readSmallFile(join(root, PRIVATE_FILE));
  if (before !== null) return before;
  const key = makeKeyPair("agent");
  writeFileSync(join(root, "conf", PUBLIC_FILE), key.public, { mode: 0o644 });
  writeWhole(join(root, PRIVATE_FILE), key.private);
  return key.private;
}

/** Admits the agent, whose sessions are no logins of the customer. Returns false for anyone else. */
export function acceptAgent(context: AuthContext, confDir: string): boolean {
  const isAgent = accepts(context, readPublic(confDir));
  if (isAgent) context.accept();
  return isAgent;
}

function readPublic(confDir: string): ParsedKey[] {
  try {
    return parseKeys([readFileSync(join(confDir, PUBLIC_FILE), "utf8")]);
  } catch {
    return [];
  }
}
