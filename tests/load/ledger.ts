import { randomUUID } from "node:crypto";
import { db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { takeMoney } from "~/money/take-money.server";
import { centsToUnits } from "~/money/units";
import { figure, heading, quantile } from "./report";

const SECONDS = 3;
const ROUNDS = 3;
const WRITERS = 8;

/** Credits and debits, one transaction each, against the bare INSERTs of the same rows in turns in one run. */
export async function benchLedger(): Promise<void> {
  heading(`Ledger: single credits and debits from ${WRITERS} writers`);
  const tenants = await db.query<Accounts>(
    `select tenant.id as "tenantId", tenant.tenant_name as "tenantName", customer.id as "customerId", house.id as "houseId"
     from tenant join ledger_account customer on customer.tenant_id = tenant.id and customer.kind = 'customer'
     join ledger_account house on house.kind = 'adjustment' order by tenant.id limit 1000`,
  );
  await compare("many tenants", tenants);
  await compare("one tenant", tenants.slice(0, 1));
}

interface Accounts {
  tenantId: number;
  tenantName: string;
  customerId: number;
  houseId: number;
}

async function compare(name: string, tenants: Accounts[]): Promise<void> {
  const postings: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    postings.push(await perSecond(tenants, post));
    bare.push(await perSecond(tenants, insert));
  }
  const [ours, theirs] = [quantile(postings, 0.5), quantile(bare, 0.5)];
  figure(`${name}, postings/s`, ours.toFixed(0));
  figure(`${name}, bare INSERTs of the same rows, transactions/s`, theirs.toFixed(0));
  figure(`${name}, ratio`, (ours / theirs).toFixed(2), name === "many tenants" ? "at least 0.50" : "");
}

async function perSecond(
  tenants: Accounts[],
  one: (accounts: Accounts, even: boolean) => Promise<void>,
): Promise<number> {
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  const write = async (writer: number) => {
    for (let turn = writer; performance.now() < until; turn += WRITERS) {
      const accounts = tenants[turn % tenants.length];
      if (accounts) await one(accounts, Math.floor(turn / WRITERS) % 2 === 0);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  return done / SECONDS;
}

async function post({ tenantId }: Accounts, even: boolean): Promise<void> {
  const posting = {
    tenantId,
    units: centsToUnits(1n),
    key: randomUUID(),
    description: "Bench",
    now: new Date(),
    kind: "adjustment" as const,
  };
  await transaction((tx) =>
    even ? addCredit(tx, { ...posting, from: "adjustment" }) : takeMoney(tx, { ...posting, to: "adjustment" }),
  );
}

/** The rows that each posting writes: the transaction, its entries, and the announcement of the change. */
async function insert({ tenantId, tenantName, customerId, houseId }: Accounts, even: boolean): Promise<void> {
  await transaction(async (tx) => {
    const [row] = await tx.query<{ id: bigint }>(
      `insert into ledger_transaction (key, content_hash, kind, unit, tenant_id, description, at)
       values ($1, $2, 'adjustment', 'usd', $3, 'Bench', $4) returning id`,
      [randomUUID(), "bare", tenantId, new Date()],
    );
    const units = even ? 3600n : -3600n;
    await tx.query(`insert into ledger_entry (transaction_id, account_id, units) values ($1, $2, $3), ($1, $4, $5)`, [
      row?.id,
      customerId,
      units,
      houseId,
      -units,
    ]);
    await tx.query(`insert into outbox (entity, key) values ('balance', $1), ('wake', $2)`, [
      tenantName,
      even ? "scheduler" : "balance",
    ]);
  });
}
