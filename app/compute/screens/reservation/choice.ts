import { GPU_CHOICES, type Network, networkAmong, NETWORKS } from "~/compute/gpu-sizes";
import type { FreeRow } from "~/compute/read-free.server";
import { AGENT_DEFAULT, AGENT_OPTIONS } from "~/compute/inside/tasks/agent-options";
import { defaultTaskName } from "~/compute/inside/tasks/default-task-name";
import { IDLE_MINUTES, IDLE_MINUTES_DEFAULT, isStopAfter } from "~/compute/inside/tasks/own-end";
import { VOLUME_PATH } from "~/compute/inside/volumes/volume-path";
import type { Offer } from "./read-offer.server";

/** Values of a reservation form; its query, its fields and its draft have the same names. */
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
  /** Seconds after which the task ends (S16); `0`: never. */
  max_seconds: string;
  /** Dollars that it may cost at most; empty: no limit of its own. */
  max_dollars: string;
  /** Minutes of idle GPUs after which a watchdog stops it. */
  idle_minutes: string;
  /** Tags with commas between them. */
  tags: string;
  /** Additional GPUs that it takes where they are free, `0` for none, and the step (S6). */
  gpus_max: string;
  gpus_incr: string;
  /** Name of a template; empty: the image above. */
  template: string;
  /** Name of a volume, empty for none; where the task has it; `1` where it only reads. */
  volume: string;
  volume_path: string;
  volume_read_only: string;
  /** Further volumes of a task that is started again, as `volumesIn` reads them. */
  more_volumes: string;
}

/** The choice of a query or a draft; what is absent or unknown, and a network that the cluster has not, becomes the default (9.1). */
export function choiceFrom(given: URLSearchParams, offer: Offer, networkDefault: Network, now: Date): Choice {
  const rows = offer.free.map(rowKey);
  const container = containerFrom(given, offer);
  const row = oneOf(given.get("row"), rows, rowFor(container, rows, offer));
  const images = offer.images.filter((image) => !image.os_deprecated).map((image) => image.tenant_image);
  const preferred = offer.images.find((image) => image.is_default)?.tenant_image ?? "";
  const keys = offer.keys.map((key) => String(key.id));
  const defaultKey = offer.keys.find((key) => key.isDefault) ?? offer.keys[0];
  return {
    task_name: given.get("task_name") ?? defaultTaskName(now),
    ssh_key_id: oneOf(given.get("ssh_key_id"), keys, String(defaultKey?.id ?? "")),
    row,
    tenant_image: oneOf(given.get("tenant_image"), images, preferred),
    gpu_min: oneOf(given.get("gpu_min"), GPU_CHOICES.map(String), "1"),
    network: networkAmong(networksOf(row, offer.free), oneOf(given.get("network"), NETWORKS, networkDefault)),
    agent: oneOf(given.get("agent"), AGENT_OPTIONS, UNCHOSEN.agent),
    max_seconds: stopAfter(given.get("max_seconds")),
    max_dollars: given.get("max_dollars") ?? UNCHOSEN.max_dollars,
    idle_minutes: oneOf(given.get("idle_minutes"), IDLE_MINUTES.map(String), UNCHOSEN.idle_minutes),
    tags: given.get("tags") ?? UNCHOSEN.tags,
    gpus_max: given.get("gpus_max") ?? UNCHOSEN.gpus_max,
    gpus_incr: given.get("gpus_incr") ?? UNCHOSEN.gpus_incr,
    ...container,
  };
}

/** The row that is offered where the address names none: for a template or a volume the first on which it can be had. */
function rowFor(
  { template, volume }: Pick<Choice, "template" | "volume">,
  rows: readonly string[],
  { volumes, containerRows }: Offer,
): string {
  const [first = ""] = rows;
  if (template === "" && volume === "") return first;
  const cluster = volumes.find(({ name }) => name === volume)?.cluster_name;
  const fits = (row: string) => containerRows.includes(row) && (cluster === undefined || row.startsWith(`${cluster}:`));
  return rows.find(fits) ?? first;
}

/** The parts that need containers. A volume goes to the template's folder unless the address names another. */
function containerFrom(given: URLSearchParams, { templates, volumes }: Offer) {
  const template = oneOf(
    given.get("template"),
    templates.map(({ name }) => name),
    "",
  );
  const meant = templates.find(({ name }) => name === template)?.volume_path;
  return {
    template,
    volume: oneOf(
      given.get("volume"),
      volumes.map(({ name }) => name),
      "",
    ),
    volume_path: given.get("volume_path") || meant || VOLUME_PATH,
    volume_read_only: given.get("volume_read_only") === "1" ? "1" : "",
    more_volumes: given.get("more_volumes") ?? UNCHOSEN.more_volumes,
  };
}

/** Describes how a task takes more GPUs than it needs. */
export function growthText({ gpus_max, gpus_incr }: Pick<Choice, "gpus_max" | "gpus_incr">): string {
  if (gpus_max === "0") return "No";
  return `Up to ${gpus_max} GPUs${gpus_incr === "1" ? "" : ` in steps of ${gpus_incr}`}`;
}

/** Returns all volumes of the task, in the form that `volumesIn` reads. */
export function volumesOf({ volume, volume_path, volume_read_only, more_volumes }: Choice): string {
  const own = volume && `${volume}:${volume_path}${volume_read_only && ":ro"}`;
  return [own, more_volumes].filter(Boolean).join(",");
}

export function rowKey(row: FreeRow): string {
  return `${row.cluster_name}:${row.gpu_type}`;
}

/** The networks of a row of the free capacity; of none, all there are. */
export function networksOf(row: string, free: FreeRow[]): readonly string[] {
  return free.find((one) => rowKey(one) === row)?.networks ?? NETWORKS;
}

/** The choice with another row, and with a network that is there. */
export function withRow(choice: Choice, row: FreeRow): Choice {
  return { ...choice, row: rowKey(row), network: networkAmong(row.networks, choice.network) };
}

/**
 * Builds the query of a choice, for links back to the form and on to the next step. Defaults are omitted: they are read
 * as the same.
 */
export function searchOfChoice(choice: Choice): string {
  const chosen = Object.entries(choice).filter(
    ([name, value]) => value !== (UNCHOSEN as Partial<Choice>)[name as keyof Choice],
  );
  return new URLSearchParams(chosen).toString();
}

/** The form on Rent with a choice filled in: what a visitor who logs in, or a customer who adds funds, comes back to (6.2). */
export function orderPath(choice: Choice): string {
  return `/rent?new=1&${searchOfChoice(choice)}`;
}

/** Describes an order in a few words: `2 × a5000 in fra1`. */
export function orderText({ row, gpu_min: gpus }: Pick<Choice, "row" | "gpu_min">): string {
  const [cluster = "", gpuType = ""] = row.split(":");
  return `${gpus} × ${gpuType} in ${cluster}`;
}

/** Values of the fields that most orders leave unchanged. */
const UNCHOSEN = {
  ssh_key_id: "",
  agent: AGENT_DEFAULT,
  max_seconds: "0",
  max_dollars: "",
  idle_minutes: String(IDLE_MINUTES_DEFAULT),
  tags: "",
  gpus_max: "0",
  gpus_incr: "1",
  template: "",
  volume: "",
  volume_path: VOLUME_PATH,
  volume_read_only: "",
  more_volumes: "",
} satisfies Partial<Choice>;

/** Checks whether the choice differs from the default in a field that most orders leave unchanged. */
export function isFarChosen(choice: Choice): boolean {
  const { max_seconds, max_dollars, idle_minutes, tags } = UNCHOSEN;
  const usual = { max_seconds, max_dollars, idle_minutes, tags };
  return Object.entries(usual).some(([name, value]) => choice[name as keyof Choice] !== value);
}

/** Any time that a program could have chosen stays: another one would end a task that is started again sooner or never. */
function stopAfter(given: string | null): string {
  return given !== null && /^\d{1,9}$/.test(given) && isStopAfter(Number(given)) ? String(Number(given)) : "0";
}

function oneOf(value: string | null, known: readonly string[], fallback: string): string {
  return value !== null && known.includes(value) ? value : fallback;
}
