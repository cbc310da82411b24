/** GB, for the form of a new volume, too, whose script holds no messages of the server. */
export const VOLUME_MIN_GB = 10;
export const VOLUME_MAX_GB = 10_000;
