/** Sentence about what the numbers of GPUs count, on all screens of staff (S1). */
export const GPUS_COUNTED =
  "Busy: GPUs that tasks hold. In service: GPUs of nodes that take tasks, and those that tasks hold elsewhere. Out of service: all others.";
