import type { Tx } from "~/platform/db.server";

/** Images that `node` has. */
export const IMAGES_OF_NODE = `array(select name from node_image where node_image.node_id = node.id)`;

/** Checks whether a report names the same images as the one before; an absent field means none. */
export function hasSameImages(node: { images: readonly string[] }, reported: readonly string[] = []): boolean {
  const now = new Set(reported);
  return now.size === node.images.length && node.images.every((name) => now.has(name));
}

/** Stores the images of a node whose row the transaction holds. */
export async function writeImages(tx: Tx, nodeId: number, images: readonly string[]): Promise<void> {
  await tx.query(`delete from node_image where node_id = $1 and name <> all($2::text[])`, [nodeId, images]);
  await tx.query(
    `insert into node_image (node_id, name) select distinct $1::int, name from unnest($2::text[]) name on conflict do nothing`,
    [nodeId, images],
  );
}
