import { db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { asUnits, UNITS_PER_DOLLAR } from "~/money/units";
import { createTenant } from "~/accounts/create-tenant.server";

const DEMO_PASSWORD = "millrace-demo";
const START_DOLLARS = 100;
const DAY_MS = 86_400_000;

const people = [
  { name: "Demo Customer", mailbox: "customer", role: "customer", dollars: START_DOLLARS, ageDays: 24 },
  { name: "Demo Team Mate", mailbox: "teammate", role: "customer", dollars: 0, ageDays: 20 },
  { name: "Second Customer", mailbox: "customer2", role: "customer", dollars: 0, ageDays: 0 },
  { name: "Demo Support", mailbox: "support", role: "support", dollars: 0, ageDays: 0 },
  { name: "Demo Operator", mailbox: "operator", role: "operator", dollars: 0, ageDays: 0 },
  { name: "Demo Admin", mailbox: "admin", role: "admin", dollars: 0, ageDays: 0 },
] as const;

/** Seeds the demo users, only in a database without others. */
export async function seedPeople(now: Date): Promise<void> {
  const emails = people.map(({ mailbox }) => emailOf(mailbox));
  const [strangers] = await db.query<{ count: bigint }>(
    `select count(*) from user_account where email is null or not (email = any($1))`,
    [emails],
  );
  if (strangers && strangers.count > 0n) return;
  for (const person of people) await seedPerson(person, now);
}

async function seedPerson(person: (typeof people)[number], today: Date): Promise<void> {
  const { name, mailbox, role, dollars, ageDays } = person;
  const now = new Date(today.getTime() - ageDays * DAY_MS);
  const email = emailOf(mailbox);
  const [known] = await db.query<{ tenant_id: number }>(`select tenant_id from user_account where email = $1`, [email]);
  const tenantId =
    known?.tenant_id ??
    (await createTenant({ name, email, password: DEMO_PASSWORD, role, state: "active", now })).tenantId;
  if (dollars === 0) return;
  // The key grants it once, even when an earlier run was interrupted right after the user.
  await transaction((tx) =>
    addCredit(tx, {
      tenantId,
      units: asUnits(BigInt(dollars) * UNITS_PER_DOLLAR),
      from: "promo",
      kind: "coupon",
      key: `demo-credit:${email}`,
      description: "Demo credit",
      now,
    }),
  );
}

function emailOf(mailbox: string): string {
  return `${mailbox}@millrace.example`;
}
