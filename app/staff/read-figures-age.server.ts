import { db } from "~/platform/db.server";

/** Returns the time of the last reading of tenants' figures, in epoch seconds; null: never. */
export async function readFiguresTs(): Promise<number | null> {
  const [row] = await db.query<{ ts: number }>(`select floor(extract(epoch from at))::float8 as ts from figures_read`);
  return row?.ts ?? null;
}
