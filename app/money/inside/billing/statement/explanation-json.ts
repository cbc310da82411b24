import type { Explanation, MovementExplanation, TaskExplanation } from "./explanation";
import type { Recomputed } from "./recompute-task";

/** An explanation with its JSON names. Exact amounts are strings, because JSON numbers may be read as floats. */
export function explanationJson(explained: Explanation) {
  const { about, month, id, kind, text, units } = explained;
  const line = { about, month, id, kind, text, units: String(units) };
  return explained.about === "task"
    ? { ...line, task: taskJson(explained), movement: null }
    : { ...line, task: null, movement: movementJson(explained) };
}

function taskJson(explained: TaskExplanation) {
  const { gpuType, clusterName, gpus, pph, recomputed, intervals, reports, events, refunds } = explained;
  return {
    cluster_name: clusterName,
    gpu_type: gpuType,
    gpus,
    pph,
    ...arithmeticJson(recomputed),
    stretches: recomputed.stretches.map((one) => ({
      ...spanJson(one),
      seconds: one.seconds,
      units: String(one.units),
    })),
    intervals: intervals.map((one) => ({
      ...spanJson(one),
      seconds: one.to - one.from,
      units: String(one.units),
    })),
    reports: reports.map(({ node, gpus, state, ...span }) => ({ node, gpus, ...spanJson(span), state })),
    events: events.map(({ at, text }) => ({ ts: at, text })),
    refunds: refunds.map(({ month, id, text, units }) => ({ month, id, text, units: String(units) })),
  };
}

function arithmeticJson({ seconds, charged, givenBack, units, ledgerUnits, difference, checks }: Recomputed) {
  return {
    seconds,
    charged_units: String(charged),
    given_back_units: String(givenBack),
    recomputed_units: String(units),
    ledger_units: String(ledgerUnits),
    difference_units: String(difference),
    equal: difference === 0n,
    checks,
  };
}

function movementJson({ at, reference, entries, sum, topUp, incident, giveBack, volume }: MovementExplanation) {
  return {
    ts: at,
    reference,
    entries: entries.map(({ account, units }) => ({ account, units: String(units) })),
    sum_units: String(sum),
    top_up: topUp
      ? {
          ...{ id: topUp.topupId, number: topUp.number, state: topUp.state, cents: Number(topUp.cents) },
          ...(topUp.vat && {
            vat_cents: topUp.vat.cents,
            vat_percent: topUp.vat.rateBp / 100,
            vat_country: topUp.vat.country,
            vat_reason: topUp.vat.reason,
          }),
        }
      : null,
    incident: incident
      ? {
          resv_guid: incident.resvGuid,
          task_name: incident.taskName,
          pph: incident.pph,
          seconds: incident.refundedSeconds,
          units: String(incident.units),
          equal: incident.holds,
        }
      : null,
    give_back: giveBack
      ? {
          resv_guid: giveBack.resvGuid,
          task_name: giveBack.taskName,
          reason: giveBack.reason,
          charged_units: String(giveBack.charged),
          before_units: String(giveBack.before),
          equal: giveBack.holds,
        }
      : null,
    volume: volume
      ? {
          name: volume.name,
          gb: volume.gb,
          gb_month_cents: volume.gbMonthCents,
          ...spanJson(volume),
          carried_730ths: volume.carried,
          units: String(volume.units),
          equal: volume.holds,
        }
      : null,
  };
}

function spanJson({ from, to }: { from: number; to: number | null }) {
  return { from_ts: from, to_ts: to };
}
