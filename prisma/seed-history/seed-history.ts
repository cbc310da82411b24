import { db, type Tx, transaction } from "~/platform/db.server";
import { dayOf } from "~/platform/day-range";
import { groupBy } from "~/platform/group-by";
import { openAccounts } from "~/money/open-accounts.server";
import { type ActiveDay, recordActive } from "~/staff/record-active.server";
import { type Business, demoBusiness, trialOf } from "./business";
import { chanceOf } from "~/platform/chance";
import { type Customer, DEMO_DOMAIN, demoCustomers, HISTORY_DAYS } from "./customers";
import { incidentTasks } from "./incident";
import { placeTasks } from "./place-tasks";
import { addRushes } from "./rushes";
import { writeCharges, writeRedemption, writeTopUp } from "./write-money";
import { writeGpuUse, writeTasks } from "./write-tasks";

const SEED = 20240131;
const COMMENTS = [
  "Asked for 64 GPUs next quarter.",
  "Wrote in: the first task took a while to pull. Explained the image cache.",
  "Prefers invoices with the company’s name. Told where to set it.",
  "Good candidate for PRO.",
  "Card was declined twice; the bank wanted a call.",
];

/**
 * Creates a past for the demo, so that each operator screen has something to show. Its customers registered, paid, ran
 * tasks, redeemed a code and went on trial in the last weeks. They cannot log in, and their addresses take no mail. The
 * past is created once, as a whole, and only with the demo's own users. Relative to its day, every first start is the same.
 */
export async function seedHistory(now: Date): Promise<void> {
  if (await hasStrangers()) return;
  const chance = chanceOf(SEED);
  const touched = incidentTasks(now);
  const customers = demoCustomers(chance, now).map((customer) => {
    const business = demoBusiness(customer, chance, now);
    return { customer, business: { ...business, tasks: [...business.tasks, ...touched(customer.tenantName)] } };
  });
  addRushes(customers, now);
  const placed = groupBy(
    await placeTasks(
      customers.flatMap(({ customer: { tenantName }, business }) =>
        business.tasks.map((task) => ({ tenantName, task })),
      ),
      now,
    ),
    ({ tenantName }) => tenantName,
  );
  for (const { customer, business } of customers)
    business.tasks = (placed.get(customer.tenantName) ?? []).map(({ task }) => task);
  const active = await transaction(async (tx) => {
    const days: ActiveDay[] = [];
    for (const { customer, business } of customers) {
      const userId = await writeCustomer(tx, customer, business, now);
      days.push(...activeDaysOf(customer, business).map((day) => ({ userId, day })));
    }
    await writeComments(tx, now);
    await tx.query(
      `update node set enrolled_at = $1::timestamptz - interval '${HISTORY_DAYS + 1} days' where pilot_of is null`,
      [now],
    );
    await writeGpuUse(tx, now);
    return days;
  });
  await recordActive(active);
}

/** Checks for users who are not the demo's own. */
export async function hasStrangers(): Promise<boolean> {
  const others = await db.query(
    `select from user_account where email is null or email not like '%@millrace.example' limit 1`,
  );
  return others.length > 0;
}

/** Lists the days on which a customer must have been active: for their actions, and for their last login. */
function activeDaysOf({ createdAt, lastLoginAt }: Customer, { topUps, tasks }: Business): string[] {
  const moments = [createdAt, ...topUps.map(({ at }) => at), ...tasks.map(({ startedAt }) => startedAt)];
  return [...moments, ...(lastLoginAt ? [lastLoginAt] : [])].map(dayOf);
}

async function writeCustomer(tx: Tx, customer: Customer, business: Business, now: Date): Promise<number> {
  const who = await writeAccount(tx, customer);
  if (business.redeemedAt) await writeRedemption(tx, { ...who, at: business.redeemedAt });
  for (const topUp of business.topUps) await writeTopUp(tx, who.tenantId, topUp);
  await writeTasks(tx, who, business.tasks);
  await writeCharges(tx, who.tenantId, business.tasks);
  const trial = trialOf(customer, now);
  if (!trial) return who.userId;
  await tx.query(
    `insert into trial (user_id, trial_start, trial_end, reminded_at, ended_at)
     values ($1, $2, $3, $4, case when $5 then $3::timestamptz end)`,
    [who.userId, trial.start, trial.end, now, trial.ended],
  );
  return who.userId;
}

async function writeAccount(tx: Tx, customer: Customer): Promise<{ tenantId: number; userId: number }> {
  const { tenantName, country, createdAt, name, email, state, status, source, sourceText, lastLoginAt } = customer;
  const [made] = await tx.query<{ tenantId: number; userId: number }>(
    `with tenant as (
       insert into tenant (tenant_name, company, country, created_at) values ($1, 'Demo', $2, $3) returning id)
     insert into user_account (tenant_id, name, email, role, state, codify_subscription_status, source, source_text,
       suspended_reason, last_login_at, created_at, updated_at)
     select id, $4, $5, 'customer', $6, $7, $8, $9, case when $6 = 'suspended' then 'Demo of a suspension' else '' end, $10,
       $3, coalesce($10, $3) from tenant
     returning tenant_id as "tenantId", id as "userId"`,
    [tenantName, country, createdAt, name, email, state, status, source, sourceText, lastLoginAt],
  );
  if (!made) throw new Error(`${DEMO_DOMAIN}: ${email} was not stored`);
  await openAccounts(tx, { tenantId: made.tenantId });
  if (customer.hasKey) {
    await tx.query(
      `insert into ssh_key (tenant_id, user_id, name, type, body, comment, fingerprint, is_default, created_at)
       values ($1, $4, 'laptop', 'ssh-ed25519', 'AAAA', 'demo', $2, true, $3)`,
      [made.tenantId, `SHA256:demo-${tenantName}`, new Date(createdAt.getTime() + 600_000), made.userId],
    );
  }
  return made;
}

/** Writes notes of the demo's staff about some of them, with votes. */
async function writeComments(tx: Tx, now: Date): Promise<void> {
  await tx.query(
    `with written as (
       insert into user_comment (user_id, author_id, body, created_at)
       select about.id, author.id, comment.body, $2::timestamptz - comment.place * interval '31 hours'
       from unnest($1::text[]) with ordinality as comment(body, place)
       join user_account about on about.email = 'customer' || lpad((comment.place * 11)::text, 2, '0') || '@${DEMO_DOMAIN}'
       join user_account author on author.email = 'operator@millrace.example'
       returning id)
     insert into comment_vote (comment_id, user_id)
     select written.id, voter.id from written, user_account voter
     where voter.email = 'admin@millrace.example' and written.id % 2 = 0`,
    [COMMENTS, now],
  );
}
