import { existsSync, readFileSync } from "node:fs";
import type { VolumeAt } from "../commands/option-values";
import { done } from "../api/answer";
import type { Api } from "../api/client";
import { Failure } from "../failure";
import type { paths } from "../generated/api";

export type Order = paths["/v1/reserve"]["post"]["requestBody"]["content"]["application/json"];

export interface RentOptions {
  gpus: number;
  name?: string;
  image?: string;
  template?: string;
  volume?: VolumeAt[];
  cluster?: string;
  network?: string;
  agent?: string;
  sshKey?: string;
  maxTime?: number;
  maxDollars?: number;
  idleMinutes?: number;
  enqueue?: boolean;
  wait?: boolean;
  timeout?: number;
  ssh?: boolean;
}

/** The order that options make. What may stand in it is the server's to say: it refuses in its own words. */
export async function orderOf(api: Api, gpu: string, options: RentOptions, madeUpName: string): Promise<Order> {
  const {
    gpus,
    name = madeUpName,
    image,
    template,
    volume: volumes,
    cluster,
    network,
    agent,
    maxTime,
    maxDollars,
    idleMinutes,
    enqueue,
  } = options;
  const sshKeyId = options.sshKey === undefined ? undefined : await keyId(api, options.sshKey);
  const order = {
    task_name: name,
    gpu_type: gpu,
    gpu_min: gpus,
    tenant_image: image,
    template,
    volumes,
    cluster_name: cluster,
    network,
    agent,
    ssh_key_id: sshKeyId,
    max_seconds: maxTime,
    max_dollars: maxDollars,
    idle_minutes: idleMinutes,
    ...(enqueue ? { enqueue: 1, agree: 1 } : {}),
  };
  return order as Order;
}

/** A stored key by its id, or a public key in a file, which is stored: the same key again is the same one. */
async function keyId(api: Api, given: string): Promise<number> {
  if (/^\d{1,9}$/.test(given) && !existsSync(given)) return Number(given);
  return await storeKey(api, given);
}

export async function storeKey(api: Api, file: string): Promise<number> {
  const text = readKeyFile(file);
  return (await done(api.POST("/v1/ssh-public-key-upload", { body: { ssh_public_key: text } }))).id;
}

/** The public half also where the private one is named: that one never leaves the machine. */
export function readKeyFile(file: string): string {
  const path = file.endsWith(".pub") || !existsSync(`${file}.pub`) ? file : `${file}.pub`;
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    throw Failure.usage(`${path} cannot be read: ${(error as Error).message}.`);
  }
  if (text.includes("PRIVATE KEY"))
    throw Failure.usage(`${path} is a private key.`, "Give the public one, which ends in .pub.");
  return text;
}
