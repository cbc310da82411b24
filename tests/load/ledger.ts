import { randomUUID } from "node:crypto";
import { db, transaction } from "~/db.server";
import { addCredit } from "~/domain/billing/add-credit.server";
import { takeMoney } from "~/domain/billing/take-money.server";
import { centsToUnits } from "~/domain/billing/units";
import { figure, heading } from "./report";

const SECONDS = 5;
const WRITERS = 8;

/** Credits and debits, one transaction each: of many tenants at once, and of one tenant whose accounts all want. */
export async function benchLedger(): Promise<void> {
  heading(`Ledger: single credits and debits from ${WRITERS} writers`);
  const tenants = await db.query<{ id: number }>(`select id from tenant order by id limit 1000`);
  const ids = tenants.map((tenant) => tenant.id);
  figure("many tenants, postings/s", (await postingsPerSecond(ids)).toFixed(0));
  figure("one tenant, postings/s", (await postingsPerSecond(ids.slice(0, 1))).toFixed(0));
}

async function postingsPerSecond(tenantIds: number[]): Promise<number> {
  const until = performance.now() + SECONDS * 1000;
  let posted = 0;
  const write = async (writer: number) => {
    while (performance.now() < until) {
      const tenantId = tenantIds[(posted * WRITERS + writer) % tenantIds.length] ?? 0;
      const posting = {
        tenantId,
        units: centsToUnits(1n),
        key: randomUUID(),
        description: "Bench",
        now: new Date(),
      };
      await transaction((tx) =>
        posted % 2 === 0
          ? addCredit(tx, { ...posting, from: "adjustment", kind: "adjustment" })
          : takeMoney(tx, { ...posting, to: "adjustment", kind: "adjustment" }),
      );
      posted += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  return posted / SECONDS;
}
