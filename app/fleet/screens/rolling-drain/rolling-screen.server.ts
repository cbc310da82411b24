import { z } from "zod";
import { WRONG_EMPTY_BY } from "~/fleet/inside/nodes/drain-plan";
import { changeRolling, endTurn, setRollingState } from "~/fleet/inside/nodes/rolling/change-rolling.server";
import { readRolling, type Rolling } from "~/fleet/inside/nodes/rolling/read-rolling.server";
import { NOTE_MAX } from "~/fleet/inside/nodes/rolling/rolling";
import { M } from "~/fleet/messages";
import { timeOf } from "~/platform/csv-cell";
import type { Viewer } from "~/platform/http/access.server";
import { type CsvTable, csvTable } from "~/platform/http/csv-instead.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { utcMoment } from "~/platform/utc-moment";
import { modeName } from "../nodes/modes";
import { TURN_WORDS } from "./rolling-words";

/** A whole number of a form; other text gives NaN, which the use-case refuses. */
export const Whole = z.string(M.wrongRolling).transform((text) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : NaN));
/** The time of a plan. */
export const EmptyBy = z
  .string(WRONG_EMPTY_BY)
  .transform(utcMoment)
  .refine((moment) => moment !== null, WRONG_EMPTY_BY);
/** A note of a plan, for the audit. */
export const Note = z.string().max(NOTE_MAX, `The note may have at most ${NOTE_MAX} characters.`).default("");

const Change = z.object({ empty_by: EmptyBy, at_once: Whole });
const OneNode = z.object({ node: z.string(M.noSuchNode) });
const Nothing = z.object({});

type PlanArgs = RouteArgs & { params: Record<string, string | undefined> };

function idOf({ params }: PlanArgs): number {
  const id = params["rollingId"] ?? "";
  if (!/^[1-9]\d{0,8}$/.test(id)) throw refusalPage(404, M.notFound);
  return Number(id);
}

/** Reads one rolling drain. Throws the 404 page. */
export async function readRollingScreen(args: PlanArgs, { now }: { now: Date }) {
  const plan = await readRolling({ id: idOf(args), now });
  if (!plan) throw refusalPage(404, M.notFound);
  return { plan };
}

/** The forms of the page. The caller has checked that the viewer is at least an operator. */
export async function rollingAction(args: PlanArgs, viewer: Viewer) {
  const by = { id: idOf(args), userId: viewer.userId, requestId: requestIdOf(args) };
  const setState = (state: "running" | "paused" | "cancelled") =>
    onForm(Nothing, async (_none, { now }) => ({ notice: (await setRollingState({ ...by, state, now })).message }));
  const end = (to: "done" | "left") =>
    onForm(OneNode, async ({ node }, { now }) => ({
      notice: (await endTurn({ ...by, nodeName: node, to, now })).message,
    }));
  return await formAction(args, {
    pause: setState("paused"),
    "go-on": setState("running"),
    cancel: setState("cancelled"),
    done: end("done"),
    leave: end("left"),
    change: onForm(Change, async ({ empty_by, at_once }, { now }) => {
      const { message } = await changeRolling({ ...by, emptyBy: empty_by, atOnce: at_once, now });
      return { notice: message };
    }),
  });
}

/** The nodes of a plan. */
export function rollingCsv({ nodes }: Rolling): CsvTable {
  return csvTable(() => Promise.resolve(nodes), {
    Node: (node) => node.node_name,
    Cluster: (node) => node.cluster_name,
    Rack: (node) => node.rack,
    "GPU type": (node) => node.gpu_type,
    Turn: (node) => TURN_WORDS[node.turn].text,
    Mode: (node) => modeName(node.drain),
    Tasks: (node) => node.tasks,
    Tenants: (node) => node.tenants,
    GPUs: (node) => node.gpus,
    "Free by": (node) => timeOf(node.tasks === 0 ? null : node.endTs),
    Began: (node) => timeOf(node.turn_ts),
    "Empty since": (node) => timeOf(node.empty_ts),
    Ended: (node) => timeOf(node.ended_ts),
    Fault: (node) => node.fault ?? "",
  });
}
