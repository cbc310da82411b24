/** Where a task has its volume unless it says otherwise. */
export const VOLUME_PATH = "/data";
