import { z } from "zod";
import { previewRolling, type RollingPreview } from "~/fleet/inside/nodes/rolling/preview-rolling.server";
import { NAME_MAX, NODES_MAX, NOTE_MAX } from "~/fleet/inside/nodes/rolling/rolling";
import { checkRolling, type RollingWish, startRolling } from "~/fleet/inside/nodes/rolling/start-rolling.server";
import { readFleet } from "~/fleet/inside/nodes/read-fleet.server";
import { M } from "~/fleet/messages";
import { counted } from "~/platform/counted";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Refusal } from "~/platform/refusal";
import { asksForTenants, filterFleet, type FleetFilter, fleetFilterOf, isAsked } from "../nodes/fleet-filter";
import { EmptyBy, Note, Whole } from "../rolling-drain/rolling-screen.server";
import { STAYS, UNTIL_NORM } from "../rolling-drain/rolling-words";

const Wish = z.object({
  name: z.string(M.wrongRolling).default(""),
  nodes: z.string(M.rollingNodes).transform((names) => names.split(" ").filter((name) => name !== "")),
  empty_by: EmptyBy,
  at_once: Whole,
  stay: z
    .string(M.wrongRolling)
    .refine((value) => STAYS.some((stay) => stay.value === value), M.wrongRolling)
    .transform((value) => (value === UNTIL_NORM ? null : Number(value))),
  upgrade: z.literal("1").optional(),
  note: Note,
});

/** Reads the nodes that the address asks for, by their names or by a filter, and the choices of the filter. */
export async function readPlanScreen({ search, now }: { search: URLSearchParams; now: Date }) {
  const filter = fleetFilterOf(search);
  const ticked = search.getAll("node");
  const fleet = await readFleet({ now, withTenants: asksForTenants(filter) });
  const asked = ticked.length > 0 || isAsked(filter) || search.get("show") === "all";
  const found =
    ticked.length > 0 ? fleet.filter(({ node_name }) => ticked.includes(node_name)) : filterFleet(fleet, filter);
  const names = asked ? found.map(({ node_name }) => node_name) : [];
  return {
    filter,
    asked,
    ticked: ticked.length > 0,
    proposed: proposedOf(search, {
      name: nameOf(filter, ticked.length),
      empty_by: fridayEvening(now).toISOString().slice(0, 16),
    }),
    tooMany: names.length > NODES_MAX,
    preview: await previewRolling({ nodeNames: names.slice(0, NODES_MAX + 1), atOnce: 1, stayMinutes: 0, now }),
    choices: {
      clusters: different(fleet.map((node) => node.cluster_name)),
      gpuTypes: different(fleet.map((node) => node.gpu_type)),
      racks: different(fleet.map((node) => node.rack)).filter((rack) => rack !== ""),
      labels: different(fleet.flatMap((node) => node.labels)),
    },
  };
}

function different(all: string[]): string[] {
  return [...new Set(all)].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

function nameOf({ rack, label, cluster, gpu, q }: FleetFilter, ticked: number): string {
  if (ticked > 0) return counted(ticked, "node");
  return [rack && `Rack ${rack}`, label, cluster, gpu, q].filter((part) => part !== "").join(", ");
}

/** Fields that the preview sends back to be changed, or else proposals. */
function proposedOf(search: URLSearchParams, otherwise: { name: string; empty_by: string }) {
  const typed = (name: string, or: string) => (search.get(name) ?? or).slice(0, NOTE_MAX);
  return {
    name: typed("name", otherwise.name).slice(0, NAME_MAX),
    empty_by: typed("empty_by", otherwise.empty_by),
    at_once: typed("at_once", "2"),
    stay: typed("stay", UNTIL_NORM),
    upgrade: typed("upgrade", ""),
    note: typed("note", ""),
  };
}

const DAY_MS = 86_400_000;
const FRIDAY = 5;

/** The next Friday, 18:00 UTC, at least half a day ahead: the time that the form proposes. */
function fridayEvening(now: Date): Date {
  const from = new Date(now.getTime() + DAY_MS / 2);
  const days = (FRIDAY - from.getUTCDay() + 7) % 7;
  const friday = new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS + days * DAY_MS + 18 * 3_600_000);
  return friday < from ? new Date(friday.getTime() + 7 * DAY_MS) : friday;
}

/** The plan that awaits confirmation, as typed, with its effects. */
export interface AskedRolling {
  wish: Omit<RollingWish, "emptyBy" | "nodeNames"> & { emptyByTs: number };
  preview: RollingPreview;
}

/** The forms of the page: its preview, and the start. The caller has checked that the viewer is at least an operator. */
export async function planAction(args: RouteArgs, viewer: Viewer) {
  const by = { userId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    ask: onForm(Wish, async (sent, { now }) => {
      const { nodeNames, ...wish } = wishOf(sent);
      checkRolling(wish, now);
      const preview = await previewRolling({ nodeNames, ...wish, now });
      if (preview.nodes.length === 0 || preview.nodes.length > NODES_MAX) throw new Refusal(M.rollingNodes);
      const { emptyBy, ...kept } = wish;
      const asked: AskedRolling = { wish: { ...kept, emptyByTs: emptyBy.getTime() / 1000 }, preview };
      return Response.json({ asked }, { status: 422 });
    }),
    start: onForm(Wish, async (sent, { now }) => {
      const { id, message } = await startRolling({ ...wishOf(sent), ...by, now });
      return { notice: message, to: `/dashboard/maintenance/${id}` };
    }),
  });
}

function wishOf({ nodes, empty_by, at_once, stay, upgrade, ...rest }: z.output<typeof Wish>): RollingWish {
  return { ...rest, nodeNames: nodes, emptyBy: empty_by, atOnce: at_once, stayMinutes: stay, upgrade: upgrade === "1" };
}
