/** `GPU 3`, and in a gang `Node 2 GPU 3`. */
export function gpuName({ rank, gpu }: { rank: number; gpu: number }, gang: boolean): string {
  return gang ? `Node ${rank + 1} GPU ${gpu}` : `GPU ${gpu}`;
}
