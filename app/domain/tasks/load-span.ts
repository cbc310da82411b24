/** Seconds between two samples of a task's load. */
export const SAMPLE_S = 3;
/** Without a sample for so long a task's load is that of before, and shown as such. */
export const LOAD_STALE_S = 15;
/** Samples that a picture of the load shows, two minutes of them. */
export const LOAD_POINTS = 40;
