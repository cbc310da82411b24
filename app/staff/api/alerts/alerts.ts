// GET /v1/alerts: open and past alerts, for staff.
import { z } from "zod";
import { listAlertsBefore, listOpenAlerts } from "~/staff/inside/alerts/list-alerts.server";
import { SEVERITIES } from "~/staff/inside/alerts/rule";
import { epochSeconds } from "~/platform/epoch-seconds";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { hasRight } from "~/platform/staff-rights";
import { limitOf } from "~/platform/http/schemas/paging";
import { alertJson } from "~/staff/inside/alerts/alert-words";
import { M } from "~/staff/messages";

const MOST = 500;
const USUAL = 100;

const Alert = z.object({
  id: z.int().meta({ description: "Number of the alert", examples: [7] }),
  rule: z.string().meta({ description: "Name of the rule that found it", examples: ["A node is dead"] }),
  figure: z.string().meta({ description: "The figure that the rule watches", examples: ["node.dead"] }),
  severity: z.enum(SEVERITIES).meta({ description: "How bad it is", examples: ["critical"] }),
  cluster: z
    .string()
    .nullable()
    .meta({ description: "The cluster; null: of none", examples: ["fra1"] }),
  opened_ts: z.int().meta({ description: "When it opened, epoch seconds UTC", examples: [1_706_700_000] }),
  resolved_ts: z
    .int()
    .nullable()
    .meta({ description: "When it was over; null: it is open", examples: [null] }),
  acknowledged_ts: z
    .int()
    .nullable()
    .meta({ description: "When a member of staff acknowledged it; null: nobody has", examples: [null] }),
  note: z.string().meta({ description: "The note of who acknowledged it", examples: [""] }),
  causes: z.int().meta({ description: "Number of nodes, GPUs or other things that it is about", examples: [2] }),
  first_causes: z
    .array(z.string())
    .meta({ description: "The first ten of them, with their values", examples: [["fra1-gpu-07", "fra1-gpu-08"]] }),
});

export const { loader, action } = apiRoute("alerts/alerts", {
  GET: operation({
    purpose: "Open alerts, worst first; or all, newest first",
    credentials: ["K", "S"],
    right: "fleet.see",
    ours: true,
    input: z.object({
      state: z
        .enum(["open", "all"], M.unreadable)
        .default("open")
        .meta({
          description: "open, or all, which includes those of the last 90 days that are over",
          examples: ["open"],
        }),
      before: z.coerce
        .number(M.unreadable)
        .int(M.unreadable)
        .min(1, M.unreadable)
        .max(2_147_483_647, M.unreadable)
        .optional()
        .meta({ description: "With all: only alerts with a smaller number, for the next page", examples: [400] }),
      limit: limitOf(MOST, USUAL).meta({ description: "The most alerts to return", examples: [USUAL] }),
    }),
    answer: z.object({ alerts: z.array(Alert) }),
    run: async ({ input: { state, before = null, limit }, account }) => {
      const everything = { severity: "", ruleId: null, seesMoney: hasRight(account, "money.see") } as const;
      const rows =
        state === "open"
          ? (await listOpenAlerts(everything)).slice(0, limit)
          : await listAlertsBefore(everything, { before, limit });
      return {
        alerts: rows.map(({ acknowledgedAt, note, ...alert }) => ({
          ...{ ...alertJson(alert), note },
          acknowledged_ts: acknowledgedAt ? epochSeconds(acknowledgedAt) : null,
        })),
      };
    },
  }),
});
