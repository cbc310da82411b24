import { existsSync, readFileSync } from "node:fs";
import { done } from "../api/answer";
import type { Api } from "../api/client";
import { Failure } from "../failure";
import type { paths } from "../generated/api";

export type Order = paths["/v1/reserve"]["post"]["requestBody"]["content"]["application/json"];

/** Options of `millrace rent` whose field has another name; the others are called as their field, `--max-dollars` for `max_dollars`. */
const FIELDS: Record<string, keyof Order | undefined> = {
  gpus: "gpu_min",
  image: "tenant_image",
  volume: "volumes",
  cluster: "cluster_name",
  maxTime: "max_seconds",
};

/** Options that say what the command does; all others are fields of the order. */
interface CommandOptions {
  name?: string;
  sshKey?: string;
  enqueue?: boolean;
  wait?: boolean;
  timeout?: number;
  ssh?: boolean;
}

export interface RentOptions extends CommandOptions {
  gpus: number;
  image?: string;
  template?: string;
  maxTime?: number;
}

/** Builds an order from the options. The server checks its values, so that new images or networks need no new program. */
export async function orderOf(api: Api, gpu: string, options: RentOptions, generatedName: string): Promise<Order> {
  const { name, sshKey, enqueue, wait: _wait, timeout: _timeout, ssh: _ssh, ...fields } = options;
  const chosen = Object.entries(fields).map(([option, value]) => [FIELDS[option] ?? fieldOf(option), value]);
  const order = {
    task_name: name ?? generatedName,
    gpu_type: gpu,
    ...Object.fromEntries(chosen),
    ssh_key_id: sshKey === undefined ? undefined : await keyId(api, sshKey),
    ...(enqueue ? { enqueue: 1, agree: 1 } : {}),
  };
  return order as Order;
}

/** `maxDollars` → `max_dollars`. */
function fieldOf(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
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
  if (/PRIVATE[ -]KEY|^Private-Lines:/im.test(text))
    throw Failure.usage(`${path} is a private key.`, "Use the public key file, which ends in .pub.");
  return text;
}
