import { M } from "~/compute/messages";
import { isPlainName } from "~/platform/plain-name";
import { Refusal } from "~/platform/refusal";
import { VOLUME_MAX_GB, VOLUME_MIN_GB } from "~/compute/volume-size";

/** Limit of volumes per task. */
export const VOLUMES_OF_TASK = 4;

/** Folders that belong to the image or the engine; a volume there would hide them. */
const TAKEN = /^\/(bin|boot|dev|etc|lib|lib32|lib64|libx32|proc|root|run|sbin|sys|tmp|usr|var)(\/|$)/;
const PATH = /^(\/[A-Za-z0-9][A-Za-z0-9._-]*)+$/;
const PATH_MAX = 100;

/** @throws Refusal M277. */
export function requireVolumeName(given: string): string {
  const name = given.trim();
  if (!isPlainName(name)) throw Refusal.ofField("name", M.volumeNameWrong);
  return name;
}

/** @throws Refusal M279. */
export function requireVolumeSize(gb: number | undefined): number {
  if (gb !== undefined && Number.isInteger(gb) && gb >= VOLUME_MIN_GB && gb <= VOLUME_MAX_GB) return gb;
  throw Refusal.ofField("gb", M.volumeSizeWrong);
}

/** Reads the folder of a volume in its task. @throws Refusal M287. */
export function requireVolumePath(given: string, field: string): string {
  const path = given.trim().replace(/\/+$/, "");
  const fits = PATH.test(path) && path.length <= PATH_MAX && !TAKEN.test(path);
  if (!fits) throw Refusal.ofField(field, M.volumePathWrong);
  return path;
}
