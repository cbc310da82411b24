import { startRolling } from "~/fleet/inside/nodes/rolling/start-rolling.server";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { acknowledgeAlert } from "~/staff/inside/alerts/acknowledge-alert.server";
import { saveRule } from "~/staff/inside/alerts/change-rules.server";
import { createRehearsal } from "~/rehearsal/inside/create-rehearsal.server";
import { VariantInput } from "~/rehearsal/rehearsal-input";
import { checkRules } from "~/staff/inside/alerts/check-rules.server";
import { incidentAt, SILENT_MINUTES, SILENT_NODE } from "./seed-history/incident";

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const FRIDAY = 5;
/** The plan is at least this far ahead. */
const AHEAD_DAYS = 3;
const REHEARSED_DAYS = 28;
const RACK = { cluster: "fra1", rack: "R2" };
/** Time of silence after which a node is dead and its rule has waited. */
const DEAD_MINUTES = 3;

const RULE = {
  ...{ for_minutes: "0", severity: "info", remind_minutes: "", quiet_from: "", quiet_to: "", quiet_zone: "" },
  channels: [],
};
/** Holds on every demo: the cluster has 16. */
const FEW_FREE = {
  ...{ ...RULE, name: "Few A100 are free", figure: "fleet.free-gpus", comparison: "below", threshold: "24" },
  ...{ scope: "cluster", scope_value: "ams2" },
};
/** Holds while the demo's waiting task waits. */
const WAITING = {
  ...{ ...RULE, name: "A task waits", figure: "fleet.waiting-tasks", comparison: "above", threshold: "0" },
  ...{ scope: "all", scope_value: "" },
};

/**
 * Gives a new demo what its operators have to do: alerts, one open, one acknowledged and one over, a rolling drain that
 * is planned but paused, so that it takes no GPUs away, and a rehearsal, which the worker runs.
 */
export async function seedOperations(now: Date): Promise<void> {
  const [operator] = await db.query<{ id: number }>(
    `select id from user_account where email = 'operator@millrace.example'`,
  );
  if (!operator) return;
  const by = { userId: operator.id, requestId: "", now };
  await seedAlerts(by);
  await seedRolling(by);
  await seedRehearsal(by);
}

interface By {
  userId: number;
  requestId: string;
  now: Date;
}

async function seedAlerts(by: By): Promise<void> {
  await writeDeadNode(by.now);
  const ruleId = await saveRule(by, { ruleId: null, fields: FEW_FREE });
  if (env.MILLRACE_DEMO_TRAFFIC) await saveRule(by, { ruleId: null, fields: WAITING });
  await checkRules({ now: by.now });
  const [alert] = await db.query<{ id: number }>(`select id from alert where rule_id = $1`, [ruleId]);
  if (alert) await acknowledgeAlert(by, { alertId: alert.id, note: "Two more nodes are ordered." });
}

/** Writes the alert of yesterday's incident, as the rule about dead nodes had found it. */
async function writeDeadNode(now: Date): Promise<void> {
  const beganMs = incidentAt(now).getTime();
  await db.query(
    `with rule as (
       update alert_rule set fired_at = $3 where figure = 'node.dead' returning id, name, figure, severity
     ), made as (
       insert into alert (rule_id, rule_name, figure, severity, cluster, opened_at, resolved_at)
       select rule.id, name, figure, severity, n.cluster_name, $3, $4 from rule, node n where n.node_name = $1
       returning id, rule_id, cluster)
     insert into alert_cause (rule_id, alert_id, cause, cluster, label, value, since, opened_at, resolved_at)
     select rule_id, id, 'node:' || $1, cluster, $1, 1, $2, $3, $4 from made`,
    [
      ...[SILENT_NODE, new Date(beganMs + MINUTE_MS), new Date(beganMs + DEAD_MINUTES * MINUTE_MS)],
      new Date(beganMs + SILENT_MINUTES * MINUTE_MS),
    ],
  );
}

async function seedRolling(by: By): Promise<void> {
  const nodes = await db.query<{ name: string }>(
    `select node_name as name from node where cluster_name = $1 and rack = $2 and retired_at is null and pilot_of is null
     order by 1`,
    [RACK.cluster, RACK.rack],
  );
  if (nodes.length === 0) return;
  await startRolling({
    ...{ name: "New switch in rack R2", nodeNames: nodes.map(({ name }) => name), emptyBy: fridayAfter(by.now) },
    ...{ atOnce: 1, stayMinutes: 240, upgrade: false, paused: true, ...by },
    note: "It begins once the switch has arrived",
  });
}

/** Friday evening of this week, or of the next one if that is near. */
function fridayAfter(now: Date): Date {
  const from = Math.floor(now.getTime() / DAY_MS + AHEAD_DAYS) * DAY_MS;
  const days = (FRIDAY - new Date(from).getUTCDay() + 7) % 7;
  return new Date(from + days * DAY_MS + DAY_MS * (18 / 24));
}

/** Two more nodes over the last four weeks, as the form proposes them. */
async function seedRehearsal(by: By): Promise<void> {
  const until = Math.floor(by.now.getTime() / 1000);
  const row = { cluster_name: "ams2", gpu_type: "a100" };
  const nodes = [{ kind: "add", ...row, count: 2, gpus: 8, infiniband: true }];
  await createRehearsal({
    ...{ ...by, name: "Two more nodes in ams2", file: null },
    input: {
      source: { kind: "period", from_ts: until - (REHEARSED_DAYS * DAY_MS) / 1000, until_ts: until },
      variants: [VariantInput.parse({ name: "Two more nodes", nodes })],
      seed: 1,
    },
  });
}
