/** A volume of a task: its name, its folder there, and whether it is read-only. */
export interface ListedVolume {
  name: string;
  path: string;
  read_only: boolean;
}

/** Parses volumes from a text such as `data:/data:ro,logs:/logs`; null if it is malformed. */
export function volumesIn(text: string): ListedVolume[] | null {
  if (text === "") return [];
  const listed = text.split(",").map((one) => {
    const [, name, path, end] = /^([^:]+):(\/[^:]*)(:ro)?$/.exec(one) ?? [];
    return name === undefined || path === undefined ? null : { name, path, read_only: end !== undefined };
  });
  return listed.includes(null) ? null : listed.filter((one) => one !== null);
}

/** Formats volumes as text. Names and folders of volumes have neither colons nor commas. */
export function volumesAsText(volumes: readonly ListedVolume[]): string {
  return volumes.map(({ name, path, read_only }) => `${name}:${path}${read_only ? ":ro" : ""}`).join(",");
}

/**
 * Formats that text for people: `data at /data, logs at /logs (read only)`. It runs in browsers, which need no parser.
 */
export function volumesInWords(text: string): string {
  return text.replace(/:\//g, " at /").replace(/:ro/g, " (read only)").replace(/,/g, ", ");
}
