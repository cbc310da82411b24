import { db } from "~/platform/db.server";
import { NAME_KEPT_DAYS } from "./kept-days";
import { isReservedName } from "./workspace-name";

/**
 * Checks whether a workspace name is unavailable: reserved, in use, or of a workspace deleted less than 30 days ago.
 */
export async function isNameTaken({ name, now }: { name: string; now: Date }): Promise<boolean> {
  if (isReservedName(name)) return true;
  const [taken] = await db.query(
    `select from workspace
     where name = $1 and (deleted_at is null or deleted_at > $2::timestamptz - $3 * interval '1 day')`,
    [name, now, NAME_KEPT_DAYS],
  );
  return taken !== undefined;
}
