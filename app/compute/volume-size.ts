/** GB; also for the form of a new volume, whose script contains no messages of the server. */
export const VOLUME_MIN_GB = 10;
export const VOLUME_MAX_GB = 10_000;
