import { db } from "~/platform/db.server";

/** Separates a retired node's former name from its suffix; no enrolled name contains it. */
export const RETIRED_MARK = "~";

/** Closes the sockets of a retired node, as if a connection later than any had come. */
export const RETIRED_MS = Number.MAX_SAFE_INTEGER;

/** The version with which the last node of each name left the lists; a later node with that name continues from it. */
export async function readRetiredVersions(nodeNames: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ name: string; version: number }>(
    `select split_part(node_name, '${RETIRED_MARK}', 1) as name, max(version) as version
     from node where retired_at is not null and split_part(node_name, '${RETIRED_MARK}', 1) = any($1::text[])
     group by 1`,
    [nodeNames],
  );
  return new Map(rows.map(({ name, version }) => [name, version]));
}
