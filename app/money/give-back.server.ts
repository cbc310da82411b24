import type { Tx } from "~/platform/db.server";
import { centsText } from "~/platform/cents-text";
import { ownUrl } from "~/platform/own-url.server";
import { notify } from "~/platform/notify.server";
import { Refusal } from "~/platform/refusal";
import { addCredit } from "./add-credit.server";
import { billedOf } from "./charge";
import { GIVE_BACK_KEY, GIVEN_BACK } from "./given-back.server";
import { M } from "./messages";
import { asUnits, type Units, wholeCents } from "./units";

/** A part of a task's cost to give back, and what its giver saw. */
export interface GivenTask {
  resvGuid: string;
  /** All that was given back of it before, as the giver saw it. */
  before: Units;
  units: Units;
}

interface GiveBack {
  tenantId: number;
  tasks: readonly GivenTask[];
  /** The customer reads it in the mail and on the statement's line. */
  reason: string;
  /** Only staff read it. */
  note: string;
  /** Key from the form: sent twice, it gives once. */
  formKey: string;
  actorId: number;
  /** True if the money goes to a card: then nothing is credited yet, and nobody is told. `postGiveBack` follows. */
  toCard?: boolean;
  now: Date;
}

/**
 * Gives back some of the cost of a tenant's tasks, all or nothing (B19). Never more than was charged, and only from the
 * state that the giver saw: of two who give at once, the second is refused. The tenant gets one notice and mail.
 * @returns whether it was done now; false if this form had done it before.
 * @throws Refusal M560, M561, or 404 for a task that is not the tenant's.
 */
export async function giveBack(tx: Tx, given: GiveBack): Promise<boolean> {
  const charged = await lockCharged(tx, given);
  const [done] = await tx.query(`select from give_back where form_key = $1 and resv_guid = any($2::uuid[]) limit 1`, [
    given.formKey,
    [...charged.keys()],
  ]);
  if (done) return false;
  for (const part of given.tasks) {
    const task = charged.get(part.resvGuid);
    if (!task) throw new Refusal(M.notFound, { status: 404 });
    refuseWrong(part, task);
    await givePart(tx, { ...given, ...part, ...task });
  }
  if (!given.toCard) await tell(tx, given, charged);
  return true;
}

interface Charged {
  taskName: string;
  billed: Units;
  givenBack: Units;
}

/** Locks the tenant's tasks in the common order, and reads what they cost and what was given back. */
async function lockCharged(tx: Tx, { tenantId, tasks }: GiveBack): Promise<Map<string, Charged>> {
  const resvGuids = tasks.map(({ resvGuid }) => resvGuid);
  await tx.query(
    `select from task where resv_guid = any($1::uuid[]) and tenant_id = $2 order by resv_guid for no key update`,
    [resvGuids, tenantId],
  );
  const rows = await tx.query<{
    resvGuid: string;
    taskName: string;
    pph: number;
    chargedSeconds: number;
    givenBack: bigint;
  }>(
    `select resv_guid as "resvGuid", task_name as "taskName", pph, charged_seconds as "chargedSeconds",
       ${GIVEN_BACK} as "givenBack"
     from task where resv_guid = any($1::uuid[]) and tenant_id = $2`,
    [resvGuids, tenantId],
  );
  return new Map(
    rows.map((row) => [
      row.resvGuid,
      { taskName: row.taskName, billed: billedOf(row), givenBack: asUnits(row.givenBack) },
    ]),
  );
}

function refuseWrong({ before, units }: GivenTask, { taskName: task, billed, givenBack }: Charged): void {
  if (before !== givenBack) throw new Refusal(M.givenMeanwhile({ task, dollars: centsText(wholeCents(givenBack)) }));
  const left = asUnits(billed - givenBack);
  if (units <= 0n || units > left)
    throw Refusal.ofField("dollars", M.moreThanCharged({ task, dollars: centsText(wholeCents(left)) }));
}

/** The primary key and a check of the row repeat the rule: one state is given back from once, within the charge. */
async function givePart(tx: Tx, given: Omit<GiveBack, "tasks"> & GivenTask & Charged): Promise<void> {
  const { resvGuid, before, toCard = false, now } = given;
  await tx.query(
    `insert into give_back (resv_guid, before_units, units, charged_units, form_key, reason, note, given_by_id, at)
     values ($resvGuid, $before, $units, $billed, $formKey, $reason, $note, $actorId, $now)`,
    { ...given },
  );
  if (!toCard) await postGiveBack(tx, { resvGuid, before, now });
}

/** Credits a gift, once, from its row. */
export async function postGiveBack(
  tx: Tx,
  { resvGuid, before, now }: { resvGuid: string; before: Units; now: Date },
): Promise<void> {
  const key = `${GIVE_BACK_KEY}${resvGuid}:${before}`;
  const [posted] = await tx.query(`select from ledger_transaction where key = $1`, [key]);
  if (posted) return;
  const [gift] = await tx.query<{ tenantId: number; taskName: string; reason: string; units: bigint }>(
    `select tenant_id as "tenantId", task_name as "taskName", give_back.reason, units
     from give_back join task using (resv_guid) where resv_guid = $1 and before_units = $2`,
    [resvGuid, before],
  );
  if (!gift) throw new Error(`nothing was given back of ${resvGuid} from ${before}`);
  const { tenantId, taskName, reason } = gift;
  await addCredit(tx, {
    ...{ tenantId, units: asUnits(gift.units), from: "refund", kind: "refund", key, resvGuid, now },
    description: `Refund for ${taskName}: ${reason}`,
  });
}

async function tell(tx: Tx, given: GiveBack, charged: ReadonlyMap<string, Charged>): Promise<void> {
  const { tenantId, tasks, reason, formKey, now } = given;
  const lines = tasks.map(({ resvGuid, units }) => ({ name: charged.get(resvGuid)?.taskName ?? "", units }));
  const sum = dollarsOf(lines.reduce((all, { units }) => all + units, 0n));
  const [only] = lines.length === 1 ? lines : [];
  const message = `${sum} was given back for ${only ? `your task ${only.name}` : `${lines.length} of your tasks`}: ${reason}`;
  const list = only ? "" : `\n\n${lines.map(({ name, units }) => `${name}: ${dollarsOf(units)}`).join("\n")}`;
  const url = await lineOf(tx, tasks);
  await notify(tx, {
    ...{ tenantId, retcode: "OK", message, url, now, cause: `give-back:${tenantId}:${formKey}` },
    mail: {
      subject: `${sum} was given back to you`,
      text: `${message}${list}\n\nThe money is in your balance: ${ownUrl(url)}\n`,
    },
  });
}

/** The statement's line of a single task, else the movements. */
async function lineOf(tx: Tx, tasks: readonly GivenTask[]): Promise<string> {
  const [task, another] = tasks;
  if (!task || another) return "/billing/movements";
  const [line] = await tx.query<{ path: string }>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM') || '/lines/' || id as path from ledger_transaction where key = $1`,
    [`${GIVE_BACK_KEY}${task.resvGuid}:${task.before}`],
  );
  return line ? `/billing/statements/${line.path}` : "/billing/movements";
}

function dollarsOf(units: bigint): string {
  return centsText(wholeCents(asUnits(units)));
}
