import { GPU_CHOICES, type Network, networkAmong, NETWORKS } from "~/compute/gpu-sizes";
import type { FreeRow } from "~/compute/read-free.server";
import { ALL_FIELDS, type Choice, type FieldName, FIELDS, FOLDED } from "./fields";
import type { Offer } from "./read-offer.server";

export type { Choice } from "./fields";

/**
 * The choice of a query or a draft; a missing or unknown value, and a network that the cluster lacks, becomes the
 * default (9.1).
 */
export function choiceFrom(given: URLSearchParams, offer: Offer, networkDefault: Network, taskName: string): Choice {
  const rows = offer.free.map(rowKey);
  const container = containerFrom(given, offer);
  const row = oneOf(given.get("row"), rows, rowFor(container, rows, offer));
  const images = offer.images.filter((image) => !image.os_deprecated).map((image) => image.tenant_image);
  const preferred = offer.images.find((image) => image.is_default)?.tenant_image ?? "";
  const keys = offer.keys.map((key) => String(key.id));
  const defaultKey = offer.keys.find((key) => key.isDefault) ?? offer.keys[0];
  return {
    ...choiceOf((name) => usualOr(name, given.get(name))),
    task_name: given.get("task_name") ?? taskName,
    ssh_key_id: oneOf(given.get("ssh_key_id"), keys, String(defaultKey?.id ?? "")),
    row,
    tenant_image: oneOf(given.get("tenant_image"), images, preferred),
    gpu_min: oneOf(given.get("gpu_min"), GPU_CHOICES.map(String), "1"),
    network: networkAmong(networksOf(row, offer.free), oneOf(given.get("network"), NETWORKS, networkDefault)),
    ...container,
  };
}

/** Builds a choice from the value of each field. */
export function choiceOf(valueOf: (name: FieldName) => string): Choice {
  return Object.fromEntries(ALL_FIELDS.map(([name]) => [name, valueOf(name)])) as Choice;
}

/** The given value if the field accepts it, else the usual one. */
function usualOr(name: FieldName, given: string | null): string {
  const { usual = "", choices, accepts }: (typeof ALL_FIELDS)[number][1] = FIELDS[name];
  const known = choices?.some(({ value }) => value === given) ?? true;
  return given !== null && (known || accepts?.(given)) ? given : usual;
}

/** The row that is offered if the URL names none: for a template or a volume, the first row that supports it. */
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
    volume_path: given.get("volume_path") || meant || FIELDS.volume_path.usual,
    volume_read_only: given.get("volume_read_only") === "1" ? "1" : "",
  };
}

/** Returns all volumes of the task, in the form that `volumesIn` reads. */
export function volumesOf({ volume, volume_path, volume_read_only, more_volumes }: Choice): string {
  const own = volume && `${volume}:${volume_path}${volume_read_only && ":ro"}`;
  return [own, more_volumes].filter(Boolean).join(",");
}

export function rowKey(row: FreeRow): string {
  return `${row.cluster_name}:${row.gpu_type}`;
}

/** The networks of a row of the free capacity; all networks if there is no row. */
export function networksOf(row: string, free: FreeRow[]): readonly string[] {
  return free.find((one) => rowKey(one) === row)?.networks ?? NETWORKS;
}

/** The choice with another row, and with a network that is there. */
export function withRow(choice: Choice, row: FreeRow): Choice {
  return { ...choice, row: rowKey(row), network: networkAmong(row.networks, choice.network) };
}

/**
 * Builds the query of a choice, for links back to the form and on to the next step. Usual values are omitted: they are
 * read as the same.
 */
export function searchOfChoice(choice: Choice): string {
  const chosen = ALL_FIELDS.filter(([name, { usual }]) => choice[name] !== usual).map(([name]) => [name, choice[name]]);
  return new URLSearchParams(chosen).toString();
}

/**
 * The form on Rent with a choice filled in: where a visitor returns after logging in, or a customer after adding funds
 * (6.2).
 */
export function orderPath(choice: Choice): string {
  return `/rent?new=1&${searchOfChoice(choice)}`;
}

/** Describes an order in a few words: `2 × a5000 in fra1`. */
export function orderText({ row, gpu_min: gpus }: Pick<Choice, "row" | "gpu_min">): string {
  const [cluster = "", gpuType = ""] = row.split(":");
  return `${gpus} × ${gpuType} in ${cluster}`;
}

/** Checks whether a field of the folded part differs from what most orders have. */
export function isFarChosen(choice: Choice): boolean {
  return FOLDED.some(([name, { usual }]) => choice[name] !== usual);
}

function oneOf(value: string | null, known: readonly string[], fallback: string): string {
  return value !== null && known.includes(value) ? value : fallback;
}
