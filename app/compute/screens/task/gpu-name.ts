interface PlacedGpu {
  /** Rank of its node in the gang, from 0. */
  rank: number;
}

/**
 * Names the GPUs of a task as programs in it see them, whichever the machine's own numbers are: `GPU 0`, and in a gang
 * `Node 2 GPU 0`.
 */
export function gpuNames(gpus: readonly PlacedGpu[]): string[] {
  const isGang = gpus.some(({ rank }) => rank > 0);
  return gpus.map(({ rank }, at) => {
    const number = gpus.slice(0, at).filter((one) => one.rank === rank).length;
    return isGang ? `Node ${rank + 1} GPU ${number}` : `GPU ${number}`;
  });
}
