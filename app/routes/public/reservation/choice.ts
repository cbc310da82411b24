import { GPU_CHOICES } from "~/domain/capacity/constants";
import type { FreeRow } from "~/domain/capacity/read-free.server";
import { AGENT_LABELS, NETWORK_LABELS } from "~/ui/labels";
import type { Offer } from "./read-offer.server";

const TASK_NAME_PREFIX = "myexperiment00-seed0-";

/** What a reservation form holds; its query, its fields and its draft have the same names. */
export interface Choice {
  task_name: string;
  /** Id of a stored key; empty for visitors. */
  ssh_key_id: string;
  /** `cluster_name:gpu_type`, one option per row of the free capacity. */
  row: string;
  tenant_image: string;
  gpu_min: string;
  network: string;
  agent: string;
}

/** The choice of a query or a draft; what is absent or unknown becomes the default (section 11). */
export function choiceFrom(given: URLSearchParams, offer: Offer, networkDefault: string, now: Date): Choice {
  const rows = offer.free.map(rowKey);
  const images = offer.images.filter((image) => !image.os_deprecated).map((image) => image.tenant_image);
  const preferred = offer.images.find((image) => image.is_default)?.tenant_image ?? "";
  const keys = offer.keys.map((key) => String(key.id));
  const defaultKey = String(offer.keys.find((key) => key.isDefault)?.id ?? "");
  return {
    task_name: given.get("task_name") ?? defaultTaskName(now),
    ssh_key_id: oneOf(given.get("ssh_key_id"), keys, defaultKey),
    row: oneOf(given.get("row"), rows, rows[0] ?? ""),
    tenant_image: oneOf(given.get("tenant_image"), images, preferred),
    gpu_min: oneOf(given.get("gpu_min"), GPU_CHOICES.map(String), "1"),
    network: oneOf(given.get("network"), Object.keys(NETWORK_LABELS), networkDefault),
    agent: oneOf(given.get("agent"), Object.keys(AGENT_LABELS), "no-agent"),
  };
}

export function rowKey(row: FreeRow): string {
  return `${row.cluster_name}:${row.gpu_type}`;
}

/** Query of a choice, for links back to the form and on to the next step. */
export function searchOfChoice(choice: Choice): string {
  return new URLSearchParams({ ...choice }).toString();
}

/** `myexperiment00-seed0-31012024` */
export function defaultTaskName(now: Date): string {
  const iso = now.toISOString();
  return `${TASK_NAME_PREFIX}${iso.slice(8, 10)}${iso.slice(5, 7)}${iso.slice(0, 4)}`;
}

function oneOf(value: string | null, known: string[], fallback: string): string {
  return value !== null && known.includes(value) ? value : fallback;
}
