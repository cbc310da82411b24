import { db } from "./db.server";

/** The state of the chain, as the screen shows it. */
export interface ChainStanding {
  number: number;
  hash: string;
  /** Number of oldest links that were pruned. */
  pruned: number;
  /** The last check; null before the first. */
  checkedTs: number | null;
  rows: number | null;
  fault: string | null;
}

export async function readChain(): Promise<ChainStanding | null> {
  const [standing] = await db.query<ChainStanding>(
    `select h.number::float8 as number, h.hash, h.anchor_number::float8 as pruned,
       floor(extract(epoch from c.at))::float8 as "checkedTs", c.rows::float8 as rows, c.fault
     from audit_head h left join audit_check c on true`,
  );
  return standing ?? null;
}
