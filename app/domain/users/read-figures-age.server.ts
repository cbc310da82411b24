import { db } from "~/db.server";

/** When the figures of the tenants were read last, in epoch seconds; null: not yet. */
export async function readFiguresTs(): Promise<number | null> {
  const [row] = await db.query<{ ts: number }>(`select floor(extract(epoch from at))::float8 as ts from figures_read`);
  return row?.ts ?? null;
}
