import { z } from "zod";
import { M } from "~/fleet/messages";
import { clearFinding } from "~/fleet/inside/nodes/findings/clear-finding.server";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { retireNode } from "~/fleet/inside/nodes/retire-node.server";
import { revokeOldKey } from "~/fleet/inside/nodes/revoke-old-key.server";
import { readFleet } from "~/fleet/inside/nodes/read-fleet.server";
import { changeLabels, readLabelsNow } from "~/fleet/inside/nodes/change-labels.server";
import { setDrain } from "~/fleet/inside/nodes/set-drain.server";
import { type ModesDone, readModesImpact, setModes } from "~/fleet/inside/nodes/set-modes.server";
import { withdrawEnrolmentToken } from "~/fleet/withdraw-enrolment-token.server";
import { counted } from "~/platform/counted";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, ifMay, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { log } from "~/platform/http/log.server";
import { asksForTenants, filterFleet, fleetFilterOf } from "./fleet-filter";
import type { LabelFields } from "./ask-labels";
import { type DrainFlag, modeName } from "./modes";
import type { Issued } from "./issued-token";

const NONE_SELECTED = "Select at least one node.";

const Drain = z.object({
  node: z.string(M.noSuchNode),
  flag: z.literal(["0", "1", "2"], M.wrongDrainFlag).transform((flag) => Number(flag) as DrainFlag),
});
/** A mode and its node: a button of a form that several nodes share. */
export const OneMode = z.object({
  one: z
    .string(M.wrongDrainFlag)
    .regex(/^[012] ./, M.wrongDrainFlag)
    .transform((one) => ({ node: one.slice(2), flag: Number(one[0]) })),
});
const Flag = z.literal(["0", "1", "2"], M.wrongDrainFlag).transform(Number);
const AskModes = z.object({
  node: z.array(z.string()).default([]),
  all: z.literal("1").optional(),
  flag: z.union([Flag, z.literal(["labels", "plan"])], M.wrongDrainFlag),
});
const Nodes = z.string(NONE_SELECTED).transform((names) => names.split(" ").filter((name) => name !== ""));
const SetLabels = z.object({
  nodes: Nodes,
  rack: z.string().default(""),
  no_rack: z.literal("1").optional(),
  add: z.string().default(""),
  remove: z.string().default(""),
});
const SetModes = z.object({
  nodes: Nodes,
  flag: Flag,
});
const AddNode = z.object({ cluster_name: z.string() });
const WithdrawToken = z.object({ id: rowId(M.unreadable) });
const RevokeOldKey = z.object({ node: z.string(M.noSuchNode) });
const ClearFinding = z.object({ node: z.string(M.noSuchNode), id: rowId(M.findingGone) });
const Retire = z.object({ node: z.string(M.noSuchNode), confirm: z.literal("1").optional() });

/** The forms of the nodes screen (2.5). Each checks its right. */
export async function nodesAction(args: RouteArgs, viewer: Viewer) {
  const by = { userId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    drain: ifMay(
      viewer,
      "fleet.act",
      onForm(Drain, async ({ node, flag }, { now }) => {
        const { message } = await setDrain({ nodeName: node, drain: flag, ...by, now });
        return { notice: message };
      }),
    ),
    "one-mode": ifMay(
      viewer,
      "fleet.act",
      onForm(OneMode, async ({ one: { node, flag } }, { now }) => {
        const { message } = await setDrain({ nodeName: node, drain: flag, ...by, now });
        return { notice: message };
      }),
    ),
    "clear-finding": ifMay(
      viewer,
      "fleet.act",
      onForm(ClearFinding, async ({ node, id }, { now }) => {
        const { message } = await clearFinding({ nodeName: node, id, ...by, now });
        return { notice: message };
      }),
    ),
    "ask-modes": ifMay(
      viewer,
      "fleet.act",
      onForm(AskModes, async ({ node, all, flag }, { now, request }) => {
        if (flag === "plan") return { to: planPath(request, all ? null : node) };
        const nodeNames = all ? await namesOf(request, now) : node;
        if (flag === "labels") return await askLabels(nodeNames);
        const asked = await readModesImpact({ nodeNames, drain: flag });
        if (asked.nodes.length === 0) throw new Refusal(NONE_SELECTED);
        return Response.json({ askModes: { ...asked, drain: flag } }, { status: 422 });
      }),
    ),
    "set-modes": ifMay(
      viewer,
      "fleet.act",
      onForm(SetModes, async ({ nodes, flag }, { now }) => {
        const { faults, ...done } = await setModes({ nodeNames: nodes, drain: flag, ...by, now });
        for (const err of faults) log.error({ requestId: by.requestId, err }, "the mode of a node could not be set");
        if (done.failed.length > 0) return Response.json({ modesFailed: { done, drain: flag } }, { status: 422 });
        return { notice: doneText(done, flag) };
      }),
    ),
    "set-labels": ifMay(
      viewer,
      "fleet.act",
      onForm(SetLabels, async ({ nodes, no_rack, ...typed }, { now }) => {
        const rack = no_rack ? "" : typed.rack.trim() === "" ? null : typed.rack;
        try {
          const { faults, ...done } = await changeLabels({ nodeNames: nodes, ...typed, rack, ...by, now });
          for (const err of faults)
            log.error({ requestId: by.requestId, err }, "the labels of a node could not be set");
          if (done.failed.length > 0) return Response.json({ labelsFailed: done }, { status: 422 });
          const before = done.already > 0 ? ` ${done.already} already had them.` : "";
          return {
            notice: `Rack and labels of ${counted(done.changed, "node")} changed.${before}`,
          };
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          const errors = (error.details.fields as Record<string, string> | undefined) ?? { "": error.message };
          return await askLabels(nodes, { ...typed, ...(no_rack ? { no_rack } : {}) }, errors);
        }
      }),
    ),
    "add-node": ifMay(
      viewer,
      "fleet.admit",
      onForm(AddNode, async ({ cluster_name }, { now }) => {
        const { token } = await issueEnrolmentToken({ clusterName: cluster_name, ...by, now });
        return issuedAnswer({ cluster_name, token, app_origin: env.APP_ORIGIN, live_origin: env.LIVE_ORIGIN });
      }),
    ),
    "withdraw-token": ifMay(
      viewer,
      "fleet.admit",
      onForm(WithdrawToken, async ({ id }, { now }) => {
        await withdrawEnrolmentToken({ id, ...by, now });
        return { notice: "The token is withdrawn." };
      }),
    ),
    "revoke-old-key": ifMay(
      viewer,
      "fleet.admit",
      onForm(RevokeOldKey, async ({ node }, { now }) => {
        await revokeOldKey({ nodeName: node, ...by, now });
        return { notice: `The old key of ${node} is revoked.` };
      }),
    ),
    retire: ifMay(
      viewer,
      "fleet.admit",
      onForm(Retire, async ({ node, confirm }, { now }) => {
        if (!confirm) return Response.json({ askRetire: node }, { status: 422 });
        await retireNode({ nodeName: node, ...by, now });
        return { notice: `${node} is retired.` };
      }),
    ),
  });
}

/** Shows the form of rack and labels for these nodes, again with what was typed if that was refused. */
async function askLabels(nodeNames: readonly string[], typed: LabelFields = {}, errors: Record<string, string> = {}) {
  const now = await readLabelsNow({ nodeNames });
  if (now.nodes.length === 0) throw new Refusal(NONE_SELECTED);
  return Response.json({ askLabels: { ...now, typed, errors } }, { status: 422 });
}

/** The form of a rolling drain: for these nodes, or for the whole list at that address. */
function planPath(request: Request, nodeNames: readonly string[] | null): string {
  if (nodeNames?.length === 0) throw new Refusal(NONE_SELECTED);
  const search = new URLSearchParams();
  if (nodeNames) for (const name of nodeNames) search.append("node", name);
  else
    for (const [name, value] of new URL(request.url).searchParams)
      if (FILTERS.has(name) && value !== "") search.append(name, value);
  if (!nodeNames && search.size === 0) search.set("show", "all");
  return `/dashboard/maintenance/new?${search.toString()}`;
}

const FILTERS = new Set(["q", "cluster", "gpu", "mode", "health", "agent", "rack", "label", "show"]);

/** Lists all nodes of the list at that address, on every page. */
async function namesOf(request: Request, now: Date): Promise<string[]> {
  const filter = fleetFilterOf(new URL(request.url).searchParams);
  const fleet = await readFleet({ now, withTenants: asksForTenants(filter) });
  return filterFleet(fleet, filter).map((node) => node.node_name);
}

function doneText({ changed, already }: Pick<ModesDone, "changed" | "already">, flag: number): string {
  const before = already > 0 ? ` ${already} had that mode already.` : "";
  return `Mode of ${counted(changed, "node")} set to ${modeName(flag)}.${before}`;
}

/** Answers without a redirect: the token is in this answer only. */
function issuedAnswer(issued: Issued): Response {
  return Response.json({ issued }, { status: 201, headers: { "Cache-Control": "no-store" } });
}
