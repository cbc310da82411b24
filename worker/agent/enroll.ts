import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { log } from "./log";
import { readJson } from "./task/folder";

const Stored = z.object({ node_name: z.string(), agent_key: z.string() });
type Identity = z.infer<typeof Stored>;

const Answer = z.object({
  node_name: z.string().optional(),
  agent_key: z.string().optional(),
  human_readable_message: z.string().optional(),
});

export interface EnrolmentRequest {
  node_name: string;
  node_type: string;
  ip_internal: string;
  ip_public?: string;
  port: number;
  gpu_type: string;
  gpus: number;
  boot_id: string;
  agent_version: string;
  /** Its own key, made and kept before it asks. */
  agent_key?: string;
  /** Sent from the place of an engine. */
  pilot?: { rank: number; host: string; gpus: number[]; job: string };
}

const OwnKey = z.string().regex(/^mra_[\w-]{43}$/);

const UNREADABLE =
  "restore it from a copy, or remove it, retire the node and enrol this machine again with a new token";

const identityFile = (dir: string) => join(dir, "agent.json");

export function isEnrolled(dir: string): boolean {
  return existsSync(identityFile(dir));
}

/** Returns the node's identity. Enrols the node with the token at the first start, and never again. */
export async function identify(
  dir: string,
  url: string,
  token: string | undefined,
  request: EnrolmentRequest,
): Promise<Identity> {
  const file = identityFile(dir);
  if (isEnrolled(dir)) return readJson(file, Stored) ?? fail(`${file} cannot be read: ${UNREADABLE}`);
  if (!token) throw new Error("this node is not enrolled: set MILLRACE_ENROLMENT_TOKEN to a token from Add node");
  if (request.gpu_type === "")
    throw new Error(
      "the GPUs' names differ, or match no type of the price list: set MILLRACE_GPU_TYPE to its key there",
    );
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const keyFile = join(dir, "agent-key.json");
  const identity = await enrol(url, token, { ...request, agent_key: keyToSend(keyFile) });
  keep(file, identity);
  rmSync(keyFile, { force: true });
  return identity;
}

/**
 * Returns the key that this machine enrols with. It is on disk before the token is used up: an agent that ends before
 * the answer arrives, or whose answer is lost, enrols again with the same key and token.
 */
function keyToSend(file: string): string {
  const kept = readJson(file, OwnKey);
  if (kept !== null) return kept;
  const made = `mra_${randomBytes(32).toString("base64url")}`;
  keep(file, made);
  return made;
}

/** Writes a file that survives a power cut. */
function keep(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

async function enrol(url: string, token: string, request: EnrolmentRequest): Promise<Identity> {
  return await readAnswer(await requestEnrolment(url, token, request));
}

/** Sends an enrolment until it is answered. @throws Error after `withinMs`. */
export async function requestEnrolment(
  url: string,
  token: string,
  request: EnrolmentRequest,
  withinMs = Infinity,
): Promise<Response> {
  const since = performance.now();
  for (let waitMs = 1_000; ; waitMs = Math.min(waitMs * 2, 30_000)) {
    const response = await fetch(`${url}/v1/agents/enroll`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(request),
    }).catch(() => null);
    if (response && response.status < 500) return response;
    if (performance.now() - since > withinMs) throw new Error(`${url} could not be reached`);
    log(request.node_name, `${url} cannot be reached, trying again in ${waitMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

async function readAnswer(response: Response): Promise<Identity> {
  const answer = Answer.safeParse(await response.json().catch(() => null));
  if (response.status === 201 && answer.success) return Stored.parse(answer.data);
  const reason = answer.success ? (answer.data.human_readable_message ?? "") : "";
  const advice: Record<number, string> = {
    401: "make a new token with Add node: this one is wrong, used or older than 24 hours",
    409: "choose another MILLRACE_NODE_NAME: this one is taken",
    422: "correct the node's description",
  };
  throw new Error(`enrolment was refused (${response.status}): ${reason} ${advice[response.status] ?? ""}`.trim());
}

function fail(message: string): never {
  throw new Error(message);
}
