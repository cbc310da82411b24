import { GPUS_PER_NODE } from "~/compute/gpu-sizes";

export interface SizeWish {
  gpusMin: number;
  /** 0: exactly gpusMin. */
  gpusMax: number;
  gpusIncr: number;
}

const GANGS = [16, 32, 64];

/** The sizes a task may be granted, largest first, gpusMin always last (S6). */
export function grantedSizes({ gpusMin, gpusMax, gpusIncr }: SizeWish): number[] {
  const sizes = [gpusMin];
  for (let gpus = gpusMin + gpusIncr; gpus <= gpusMax; gpus += gpusIncr) {
    if (gpus <= GPUS_PER_NODE || GANGS.includes(gpus)) sizes.push(gpus);
  }
  return sizes.reverse();
}
