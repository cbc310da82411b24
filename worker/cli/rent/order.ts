import { existsSync, readFileSync } from "node:fs";
import { done } from "../api/answer";
import type { Api } from "../api/client";
import { Failure } from "../failure";
import type { paths } from "../generated/api";

export type Order = paths["/v1/reserve"]["post"]["requestBody"]["content"]["application/json"];

/** The field of an order that an option of `millrace rent` fills. */
const FIELDS = {
  gpus: "gpu_min",
  image: "tenant_image",
  template: "template",
  volume: "volumes",
  cluster: "cluster_name",
  network: "network",
  agent: "agent",
  maxTime: "max_seconds",
  maxDollars: "max_dollars",
  idleMinutes: "idle_minutes",
} as const satisfies Record<string, keyof Order>;

type OrderOptions = { [Option in keyof typeof FIELDS]?: unknown };

export interface RentOptions extends OrderOptions {
  gpus: number;
  name?: string;
  image?: string;
  template?: string;
  sshKey?: string;
  maxTime?: number;
  enqueue?: boolean;
  wait?: boolean;
  timeout?: number;
  ssh?: boolean;
}

/** Builds an order from the options. The server checks its values, so that new images or networks need no new program. */
export async function orderOf(api: Api, gpu: string, options: RentOptions, generatedName: string): Promise<Order> {
  const chosen = Object.entries(FIELDS).map(([option, field]) => [field, options[option as keyof typeof FIELDS]]);
  const order = {
    task_name: options.name ?? generatedName,
    gpu_type: gpu,
    ...Object.fromEntries(chosen),
    ssh_key_id: options.sshKey === undefined ? undefined : await keyId(api, options.sshKey),
    ...(options.enqueue ? { enqueue: 1, agree: 1 } : {}),
  };
  return order as Order;
}

/** The id of a stored key. A public key file is stored first; the server stores equal keys once. */
async function keyId(api: Api, given: string): Promise<number> {
  if (/^\d{1,9}$/.test(given) && !existsSync(given)) return Number(given);
  return await storeKey(api, given);
}

export async function storeKey(api: Api, file: string): Promise<number> {
  const text = readKeyFile(file);
  return (await done(api.POST("/v1/ssh-public-key-upload", { body: { ssh_public_key: text } }))).id;
}

/** Reads a public key. When the private key is named, its public half is read, so a private key is never sent. */
export function readKeyFile(file: string): string {
  const path = file.endsWith(".pub") || !existsSync(`${file}.pub`) ? file : `${file}.pub`;
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    throw Failure.usage(`${path} cannot be read: ${(error as Error).message}.`);
  }
  if (text.includes("PRIVATE KEY"))
    throw Failure.usage(`${path} is a private key.`, "Use the public key file, which ends in .pub.");
  return text;
}
