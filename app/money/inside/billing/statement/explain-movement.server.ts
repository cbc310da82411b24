import { db } from "~/platform/db.server";
import { billedOf, INCIDENT_REFUND_S, incidentRefund, stillDue } from "~/money/charge";
import { GIVE_BACK_KEY } from "~/money/given-back.server";
import { INCIDENT_KEY } from "~/money/refund-incident.server";
import type { TransactionKind } from "~/money/transaction-kinds";
import { asUnits, type Units } from "~/money/units";
import { MONTH_HOURS, volumeCost } from "~/money/volume-cost";
import type { AskedLine } from "./explain-task.server";
import type { GiveBackFacts, IncidentFacts, MovementExplanation, TopUpFacts, VolumeFacts } from "./explanation";

/** Explains how a credit or debit was calculated; null if the month has no line for it. */
export async function explainMovement({
  tenantId,
  month,
  id,
  from,
  until,
}: AskedLine): Promise<MovementExplanation | null> {
  const [posted] = await db.query<PostedRow>(
    `select kind, description as text, key as reference, resv_guid as "resvGuid",
       floor(extract(epoch from at))::float8 as at
     from ledger_transaction where id = $2::bigint and tenant_id = $1 and unit = 'usd' and kind <> 'task' and at >= $3 and at < $4`,
    [tenantId, id, from, until],
  );
  if (!posted) return null;
  const { resvGuid, ...shown } = posted;
  const entries = await readEntries(id);
  const units = sumOf(entries.filter(({ account }) => account === "customer" || account === "owed"));
  const isOfIncident = posted.kind === "refund" && posted.reference.startsWith(INCIDENT_KEY);
  const incident = isOfIncident && resvGuid ? await readIncident({ resvGuid, units, id }) : null;
  const giveBack = posted.reference.startsWith(GIVE_BACK_KEY) ? await readGiveBack(posted.reference, units) : null;
  const topUp = await readTopUp(tenantId, posted.reference);
  const volume = posted.kind === "volume" ? await readVolume(id, units) : null;
  return {
    about: "movement",
    month,
    id,
    ...shown,
    units,
    entries,
    sum: sumOf(entries),
    topUp,
    incident,
    giveBack,
    volume,
  };
}

interface PostedRow {
  kind: TransactionKind;
  text: string;
  reference: string;
  resvGuid: string | null;
  at: number;
}

type Entries = MovementExplanation["entries"];

/** Reads both sides of a posting; the tenant's own accounts appear without its name. */
async function readEntries(id: string): Promise<Entries> {
  const rows = await db.query<{ account: string; units: bigint }>(
    `select account.kind as account, entry.units from ledger_entry entry
     join ledger_account account on account.id = entry.account_id
     where entry.transaction_id = $1::bigint order by entry.id`,
    [id],
  );
  return rows.map((row) => ({ ...row, units: asUnits(row.units) }));
}

function sumOf(entries: Entries): Units {
  return asUnits(entries.reduce((sum, entry) => sum + entry.units, 0n));
}

/** A refund by rule gives only what staff had left of the bill (B19). */
async function readIncident(of: { resvGuid: string; units: Units; id: string }): Promise<IncidentFacts | null> {
  const { resvGuid, units, id } = of;
  const [row] = await db.query<{ taskName: string; pph: number; chargedSeconds: number; givenBack: bigint }>(
    `select task_name as "taskName", pph, charged_seconds as "chargedSeconds",
       coalesce((select sum(given.units) from give_back given join ledger_transaction posted
           on posted.key = '${GIVE_BACK_KEY}' || given.resv_guid || ':' || given.before_units
         where given.resv_guid = task.resv_guid and posted.id < $2::bigint), 0)::bigint as "givenBack"
     from task where resv_guid = $1`,
    [resvGuid, id],
  );
  if (!row) return null;
  const { givenBack, ...task } = row;
  const due = stillDue(incidentRefund(task), { ...task, givenBack });
  const refundedSeconds = Math.min(INCIDENT_REFUND_S, task.chargedSeconds);
  return { ...task, resvGuid, refundedSeconds, units: due, holds: due === units };
}

/** The gift and the state of the task from which it was given; the amounts must fit each other and the posting. */
async function readGiveBack(reference: string, units: Units): Promise<GiveBackFacts | null> {
  const [resvGuid, before] = reference.slice(GIVE_BACK_KEY.length).split(":");
  const [row] = await db.query<Omit<GiveBackFacts, "holds"> & { pph: number; chargedSeconds: number; given: bigint }>(
    `select resv_guid as "resvGuid", task_name as "taskName", give_back.reason, charged_units as charged, before_units as before,
       units as given, pph, charged_seconds as "chargedSeconds"
     from give_back join task using (resv_guid) where resv_guid = $1::uuid and before_units = $2::bigint`,
    [resvGuid, before],
  );
  if (!row) return null;
  const { given, pph, chargedSeconds, ...facts } = row;
  const holds =
    given === units && facts.before + given <= facts.charged && facts.charged <= billedOf({ pph, chargedSeconds });
  return { ...facts, holds };
}

/** Recalculates a volume's day from its size, price, seconds and the rest of a unit before. */
async function readVolume(transactionId: string, units: Units): Promise<VolumeFacts | null> {
  const [stretch] = await db.query<Omit<VolumeFacts, "units" | "holds" | "carried"> & { before: bigint }>(
    `select volume.name, stretch.gb, stretch.gb_month_cents as "gbMonthCents", extract(epoch from stretch.from_ts)::float8 as from,
       extract(epoch from stretch.to_ts)::float8 as to,
       coalesce((select sum(earlier.gb::bigint * earlier.gb_month_cents * extract(epoch from earlier.to_ts - earlier.from_ts)::bigint)
         from volume_charge earlier
         where earlier.volume_id = stretch.volume_id and earlier.from_ts < stretch.from_ts), 0)::bigint as before
     from volume_charge stretch join volume using (volume_id) where stretch.transaction_id = $1::bigint`,
    [transactionId],
  );
  if (!stretch) return null;
  const { before, ...facts } = stretch;
  const monthCents = BigInt(facts.gb) * BigInt(facts.gbMonthCents);
  const due = volumeCost({ monthCents, weight: before, from: facts.from }, facts.to);
  return { ...facts, carried: Number(before % MONTH_HOURS), units: due, holds: due === -units };
}

/** The card payment of a posting: itself, its refund or its dispute, by the provider's id in the key. */
async function readTopUp(tenantId: number, reference: string): Promise<TopUpFacts | null> {
  const object = /^stripe:([A-Za-z]+_\w+)/.exec(reference)?.[1];
  if (!object) return null;
  const [topUp] = await db.query<TopUpFacts>(
    `select topup_id as "topupId", number, state, cents,
       case when vat_reason <> '' then jsonb_build_object('cents', vat_cents, 'rateBp', vat_rate_bp, 'country', vat_country,
         'reason', vat_reason) end as vat,
       seller ->> 'name' as "issuedBy",
       case when seller is not null then coalesce(nullif(billed_to ->> 'company', ''), billed_to ->> 'name') end as "billedTo"
     from top_up
     where tenant_id = $1 and (payment_intent_id = $2
       or topup_id in (select topup_id from payment_refund where refund_id = $2)
       or topup_id in (select topup_id from payment_dispute where dispute_id = $2))`,
    [tenantId, object],
  );
  return topUp ?? null;
}
