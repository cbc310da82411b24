/** Seconds between two samples of a task's load. */
export const SAMPLE_S = 3;
/** Samples that a picture of the load shows, two minutes of them. */
export const LOAD_POINTS = 40;
