/** Default folder of a volume in its task. */
export const VOLUME_PATH = "/data";
