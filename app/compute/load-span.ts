/** Seconds between two samples of a task's load. */
export const SAMPLE_S = 3;
/** Seconds without a sample after which a task's load is shown as old. */
export const LOAD_STALE_S = 15;
/** Samples that a picture of the load shows, two minutes of them. */
export const LOAD_POINTS = 40;
