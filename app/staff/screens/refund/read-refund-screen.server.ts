import { randomUUID } from "node:crypto";
import { findIncident, listTouchedTasks } from "~/compute/list-touched-tasks.server";
import { readRefundable, type RefundableTask, readTaskRefunds, type TaskRefund } from "~/money/read-refundable.server";
import { asUnits, type Cents, type Units, UNITS_PER_CENT, wholeCents } from "~/money/units";
import { cardLabel } from "~/payments/card-label";
import { findTopUpFor, type RefundableTopUp } from "~/payments/read-top-up-refunds.server";
import { takesCards } from "~/payments/stripe-client.server";
import { centsText, centsTyped } from "~/platform/cents-text";
import { epochSeconds } from "~/platform/epoch-seconds";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { type AskedRefund, askedRefundOf } from "./asked-refund";

/** The chosen tasks with the form, or the tasks of an incident to choose from; as a page or a file. */
export async function readRefundScreen(args: RouteArgs, viewer: WithRights) {
  const asked = askedRefundOf(new URL(args.request.url).searchParams);
  await csvInstead(args, refundCsv(asked));
  const tasks = await partOrNull(args, "tasks to refund", readTasks(asked));
  if (!tasks) return null;
  const [only] = tasks.rows;
  const single = !asked.incident && only && tasks.rows.length === 1 ? only : null;
  return {
    incident: tasks.incident,
    rows: tasks.rows.map(rowView),
    sum: sumView(asked.incident ? tasks.rows.filter(isMeant) : tasks.rows),
    single: single ? await readSingle(single) : null,
    formKey: randomUUID(),
    mayGive: hasRight(viewer, "refunds.give"),
  };
}

type Loaded = NonNullable<Awaited<ReturnType<typeof readRefundScreen>>>;
export type RefundRow = Loaded["rows"][number];
export type RefundSum = Loaded["sum"];
export type RefundIncident = NonNullable<Loaded["incident"]>;
export type GivenView = NonNullable<Loaded["single"]>["refunds"][number];

async function readTasks({ incident, at, tasks }: AskedRefund) {
  if (incident) return await readIncident({ resvGuid: incident, at });
  return { incident: null, rows: (await readRefundable(tasks)).map((task): Row => ({ ...task, ...ELSEWHERE })) };
}

/** The amount to begin with, the card that could take it, and what was given before. */
async function readSingle({ resvGuid, tenantId, left }: Row) {
  const cents = wholeCents(left);
  const [refunds, all, some] = await Promise.all([
    readTaskRefunds(resvGuid),
    findTopUpFor({ tenantId, cents }),
    findTopUpFor({ tenantId, cents: 1n as Cents }),
  ]);
  const topUp = takesCards() ? (all ?? some) : null;
  return { typed: centsTyped(cents), card: topUp && cardView(topUp), refunds: refunds.map(refundView) };
}

function cardView({ card, number, leftCents }: RefundableTopUp): string {
  return `${card ? cardLabel(card) : "The card"} of top-up ${number ?? "–"}, up to ${centsText(leftCents)}, in 5 to 10 days`;
}

/** Checks whether a task lost contact on the incident's own nodes: it is chosen unless somebody unchooses it. */
function isMeant({ onNode, touched }: Row): boolean {
  return onNode && touched;
}

type Row = RefundableTask & { nodes: string[]; onNode: boolean; touched: boolean };
const ELSEWHERE = { nodes: [], onNode: false, touched: false };

async function readIncident(of: { resvGuid: string; at: number | null }) {
  const incident = await findIncident(of);
  if (!incident) return { incident: null, rows: [] };
  const touched = await listTouchedTasks(incident);
  const cost = new Map(
    (await readRefundable(touched.map((task) => task.resvGuid))).map((task) => [task.resvGuid, task]),
  );
  const rows = touched.flatMap((task): Row[] => {
    const found = cost.get(task.resvGuid);
    return found ? [{ ...found, ...task }] : [];
  });
  const { at, ...facts } = incident;
  return { incident: { ...facts, ts: epochSeconds(at) }, rows };
}

/** Less than a cent is not given by itself: no amount could be typed for it. */
function rowView(task: Row) {
  const { charged, givenBack, left, ...row } = task;
  return {
    ...row,
    charged: dollars(charged),
    givenBack: givenBack > 0n ? dollars(givenBack) : null,
    left: dollars(left),
    givable: left >= UNITS_PER_CENT,
    meant: isMeant(task),
    /** Sent by the form: the task, and what its giver sees. */
    part: `${row.resvGuid}:${givenBack}:${left}`,
  };
}

function sumView(rows: readonly Row[]) {
  const givable = rows.filter(({ left }) => left >= UNITS_PER_CENT);
  const sumOf = (amount: (row: Row) => bigint) => dollars(asUnits(rows.reduce((sum, row) => sum + amount(row), 0n)));
  return {
    charged: sumOf(({ charged }) => charged),
    givenBack: sumOf(({ givenBack }) => givenBack),
    left: dollars(asUnits(givable.reduce((sum, { left }) => sum + left, 0n))),
    givable: givable.length,
    tenants: new Set(givable.map(({ tenantId }) => tenantId)).size,
  };
}

function refundView({ at, units, ...row }: TaskRefund) {
  return { ...row, ts: epochSeconds(at), dollars: dollars(asUnits(units)) };
}

function refundCsv(asked: AskedRefund) {
  return {
    refund: () =>
      csvTable(async () => (await readTasks(asked)).rows, {
        Tenant: (row) => row.tenantName,
        Task: (row) => row.taskName,
        "Task ID": (row) => row.resvGuid,
        State: (row) => row.state,
        Nodes: (row) => row.nodes.join(" "),
        "Charged, $": ({ charged }) => centsTyped(wholeCents(charged)),
        "Given back, $": ({ givenBack }) => centsTyped(wholeCents(givenBack)),
        "Left, $": ({ left }) => centsTyped(wholeCents(left)),
      }),
  };
}

function dollars(units: Units): string {
  return centsText(wholeCents(units));
}
