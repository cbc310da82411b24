import type { FreeRow } from "~/compute/read-free.server";
import type { GpuType } from "~/compute/gpu-type";
import { type Choice, rowKey, withRow } from "./choice";
import type { Offer } from "./read-offer.server";

/** Checks whether the choice would start now: it is in `fits` of its cluster, GPU type and network (S3). */
export function isReady(choice: Choice, free: FreeRow[]): boolean {
  const row = rowOf(choice, free);
  if (!row) return false;
  const fits: Record<string, number[] | undefined> = row.fits;
  return fits[choice.network]?.includes(Number(choice.gpu_min)) ?? false;
}

/**
 * Returns the choice in another cluster that has room for it now, if its own has none; null if it could start anyway,
 * or nowhere. A volume is tied to its cluster, and a template needs nodes that run containers.
 */
export function readyElsewhere(
  choice: Choice,
  free: FreeRow[],
  { containerRows }: Pick<Offer, "containerRows">,
): { clusterName: string; choice: Choice } | null {
  const own = rowOf(choice, free);
  if (!own || isReady(choice, free) || choice.volume !== "") return null;
  const row = free.find(
    (one) =>
      one.gpu_type === own.gpu_type &&
      (choice.template === "" || containerRows.includes(rowKey(one))) &&
      isReady(withRow(choice, one), free),
  );
  return row ? { clusterName: row.cluster_name, choice: withRow(choice, row) } : null;
}

/** The row of free capacity that the choice names. */
export function rowOf(choice: Choice, free: FreeRow[]): FreeRow | undefined {
  return free.find((row) => rowKey(row) === choice.row);
}

/** The GPU type that the choice names. */
export function typeOf(choice: Choice, { types }: Pick<Offer, "types">): GpuType | undefined {
  return types.find(({ gpuType }) => gpuType === choice.row.split(":")[1]);
}

/** Checks whether every field is chosen, which both buttons need (9.1). */
export function allChosen(choice: Choice): boolean {
  return [choice.task_name, choice.ssh_key_id, choice.row, choice.gpu_min, choice.network, choice.agent].every(
    (value) => value.trim() !== "",
  );
}
