import { db } from "~/platform/db.server";
import { NODE_STARTS_TEMPLATES } from "~/compute/capacity-sql.server";

/** Checks whether templates start only on demo nodes, which cannot pull images (18.6). */
export async function areImagesStoodIn(): Promise<boolean> {
  const [nodes] = await db.query<{ stoodIn: boolean }>(
    `select coalesce(bool_and(n.runtime <> 'container'), false) as "stoodIn" from node n
     where n.retired_at is null and n.pilot_of is null and ${NODE_STARTS_TEMPLATES}`,
  );
  return nodes?.stoodIn ?? false;
}
