import { GPU_CHOICES, NETWORKS, type Network } from "~/domain/pricing/sizes";
import type { FreeRow } from "~/domain/capacity/read-free.server";
import { AGENT_DEFAULT, AGENT_OPTIONS } from "~/domain/tasks/agent-options";
import { defaultTaskName } from "~/domain/tasks/default-task-name";
import { IDLE_MINUTES, IDLE_MINUTES_DEFAULT, isStopAfter } from "~/domain/tasks/own-end";
import type { Offer } from "./read-offer.server";

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
  /** Seconds after which it ends by itself (S16); `0`: never. */
  max_seconds: string;
  /** Dollars that it may cost at most; empty: no limit of its own. */
  max_dollars: string;
  /** Minutes of idle GPUs after which a watchdog stops it. */
  idle_minutes: string;
  /** Tags with commas between them. */
  tags: string;
  /** More GPUs that it takes where they are free, `0` for none, and in steps of how many (S6). */
  gpus_max: string;
  gpus_incr: string;
}

/** The choice of a query or a draft; what is absent or unknown becomes the default (9.1). */
export function choiceFrom(given: URLSearchParams, offer: Offer, networkDefault: Network, now: Date): Choice {
  const rows = offer.free.map(rowKey);
  const images = offer.images.filter((image) => !image.os_deprecated).map((image) => image.tenant_image);
  const preferred = offer.images.find((image) => image.is_default)?.tenant_image ?? "";
  const keys = offer.keys.map((key) => String(key.id));
  const defaultKey = offer.keys.find((key) => key.isDefault) ?? offer.keys[0];
  return {
    task_name: given.get("task_name") ?? defaultTaskName(now),
    ssh_key_id: oneOf(given.get("ssh_key_id"), keys, String(defaultKey?.id ?? "")),
    row: oneOf(given.get("row"), rows, rows[0] ?? ""),
    tenant_image: oneOf(given.get("tenant_image"), images, preferred),
    gpu_min: oneOf(given.get("gpu_min"), GPU_CHOICES.map(String), "1"),
    network: oneOf(given.get("network"), NETWORKS, networkDefault),
    agent: oneOf(given.get("agent"), AGENT_OPTIONS, AGENT_DEFAULT),
    max_seconds: stopAfter(given.get("max_seconds")),
    max_dollars: given.get("max_dollars") ?? "",
    idle_minutes: oneOf(given.get("idle_minutes"), IDLE_MINUTES.map(String), String(IDLE_MINUTES_DEFAULT)),
    tags: given.get("tags") ?? "",
    gpus_max: given.get("gpus_max") ?? "0",
    gpus_incr: given.get("gpus_incr") ?? "1",
  };
}

/** How a task takes more GPUs than it needs, in words. */
export function growthText({ gpus_max, gpus_incr }: Pick<Choice, "gpus_max" | "gpus_incr">): string {
  if (gpus_max === "0") return "No";
  return `Up to ${gpus_max} GPUs${gpus_incr === "1" ? "" : ` in steps of ${gpus_incr}`}`;
}

export function rowKey(row: FreeRow): string {
  return `${row.cluster_name}:${row.gpu_type}`;
}

/** Query of a choice, for links back to the form and on to the next step. */
export function searchOfChoice(choice: Choice): string {
  return new URLSearchParams({ ...choice }).toString();
}

/** Any time that a program could have chosen stays: another one would end a task that is started again sooner or never. */
function stopAfter(given: string | null): string {
  return given !== null && /^\d{1,9}$/.test(given) && isStopAfter(Number(given)) ? String(Number(given)) : "0";
}

function oneOf(value: string | null, known: readonly string[], fallback: string): string {
  return value !== null && known.includes(value) ? value : fallback;
}
