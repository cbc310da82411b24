import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { M } from "~/fleet/messages";
import { counted } from "~/platform/counted";
import { Refusal } from "~/platform/refusal";
import { utcDateTime } from "~/platform/utc-text";
import { writeAudit } from "~/platform/write-audit.server";
import { isEmptyBy, WRONG_EMPTY_BY } from "../drain-plan";
import { keepOne } from "./keep-rolling.server";
import { readPlanned } from "./plan-of-node.server";
import { NAME_MAX, NODES_MAX, STAY_MAX } from "./rolling";
import { announcePlans } from "./set-turn.server";

export interface RollingWish {
  name: string;
  nodeNames: readonly string[];
  emptyBy: Date;
  atOnce: number;
  /** Minutes that an empty node stays out; null: until staff set Norm. */
  stayMinutes: number | null;
  upgrade: boolean;
  /** For the audit. */
  note: string;
  /** Nothing begins until an operator lets it go on. */
  paused?: boolean;
}

interface By {
  /** The operator. */
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Plans a drain of many nodes, a few at a time, and begins it. @throws Refusal M640 (a node has another plan), M641,
 * M642 (nodes), or a sentence when the time is too soon or too late.
 */
export async function startRolling({
  nodeNames,
  userId,
  requestId,
  now,
  ...wish
}: RollingWish & By): Promise<{ id: number; message: string }> {
  checkRolling(wish, now);
  const names = [...new Set(nodeNames)];
  const { name, emptyBy, atOnce, stayMinutes, upgrade, note, paused = false } = wish;
  const id = await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const nodes = await tx.query<{ id: number }>(
      `select id from node where node_name = any($1::text[]) and retired_at is null and pilot_of is null
       order by id for no key update`,
      [names],
    );
    if (nodes.length < names.length) throw new Refusal(M.noSuchNode);
    if (nodes.length === 0 || nodes.length > NODES_MAX) throw new Refusal(M.rollingNodes);
    const nodeIds = nodes.map((node) => node.id);
    const [other] = await readPlanned(tx, nodeIds);
    if (other) throw new Refusal(M.plannedAlready(other));
    const [made] = await tx.query<{ id: number }>(
      `insert into rolling_drain (name, state, empty_by, at_once, stay_minutes, upgrade, note, made_by, made_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [name.trim(), paused ? "paused" : "running", emptyBy, atOnce, stayMinutes, upgrade, note, userId, now],
    );
    if (!made) throw new Error("the plan was not written");
    await tx.query(`insert into rolling_drain_node (drain_id, node_id) select $1, unnest($2::int[])`, [
      made.id,
      nodeIds,
    ]);
    await announcePlans(tx, nodeIds);
    const after = { name, nodes: names, empty_by: emptyBy.toISOString(), at_once: atOnce, stay_minutes: stayMinutes };
    const target = `rolling-drain:${made.id}`;
    await writeAudit(
      { userId, action: "node.rolling-start", target, reason: note, after: { ...after, upgrade }, requestId, now },
      tx,
    );
    return made.id;
  });
  await keepOne({ id, now });
  return {
    id,
    message: `${name} has begun: ${counted(names.length, "node")}, ${atOnce} at a time, empty by ${utcDateTime(emptyBy)}.`,
  };
}

/** Checks what staff type, before the preview too. @throws Refusal M641, or a sentence about the time. */
export function checkRolling(
  { name, emptyBy, atOnce, stayMinutes }: Pick<RollingWish, "name" | "emptyBy" | "atOnce" | "stayMinutes">,
  now: Date,
): void {
  if (!isEmptyBy(emptyBy, now)) throw Refusal.ofField("empty_by", WRONG_EMPTY_BY);
  const whole = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  const named = name.trim() !== "" && name.trim().length <= NAME_MAX;
  const valid = named && whole(atOnce, 1, NODES_MAX) && (stayMinutes === null || whole(stayMinutes, 0, STAY_MAX));
  if (!valid) throw new Refusal(M.wrongRolling, { fields: { [named ? "at_once" : "name"]: M.wrongRolling } });
}
