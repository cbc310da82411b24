import type { Tx } from "~/platform/db.server";
import type { ChoreKind } from "~/fleet/agent-chores";
import { BEGUN } from "./chore-sql";

/**
 * Reason for a chore: the mode Upgrade, a planned window, an operator's request, or a critical finding that has ended.
 */
export type ChoreReason = "upgrade" | "window" | "operator" | "finding";

interface Ask {
  nodeId: number;
  why: ChoreReason;
  askedBy: number | null;
  now: Date;
}

/**
 * Requests a command on a node whose row the transaction holds, if its agent has one. Its agent gets it once nothing
 * holds the node. A pending request is not repeated. @returns whether its agent has the command.
 */
export async function askForChore(
  tx: Tx,
  { nodeId, kind, why, askedBy, now }: Ask & { kind: ChoreKind },
): Promise<boolean> {
  const [able] = await tx.query<{ id: number }>(
    `update node set desired_version = desired_version + 1, version = version + 1
     where id = $1 and $2 = any(chores_able) returning id`,
    [nodeId, kind],
  );
  if (!able) return false;
  await tx.query(
    `insert into node_chore (node_id, kind, why, asked_by, asked_at) values ($1, $2, $3, $4, $5)
     on conflict (node_id, kind) where state in ('wanted', 'running') do nothing`,
    [nodeId, kind, why, askedBy, now],
  );
  return true;
}

/**
 * Requests the maintenance command. Without one, Upgrade is for work by hand, which is noted as begun if the agent has a
 * self-test: that follows it.
 */
export async function askForMaintenance(tx: Tx, ask: Ask): Promise<void> {
  if (await askForChore(tx, { ...ask, kind: "maintenance" })) return;
  await tx.query(
    `insert into node_chore (node_id, kind, why, asked_by, asked_at, state, started_at, ended_at)
     select id, 'maintenance', $2, $3, $4, 'dropped', $4, $4 from node where id = $1 and 'self-test' = any(chores_able)`,
    [ask.nodeId, ask.why, ask.askedBy, ask.now],
  );
}

/**
 * The node takes tasks again only once its self-test has passed; if its agent has no self-test command, nothing waits.
 */
export async function askForTest(tx: Tx, ask: Ask): Promise<boolean> {
  const able = await askForChore(tx, { ...ask, kind: "self-test" });
  if (able) await tx.query(`update node set awaits_test = true where id = $1`, [ask.nodeId]);
  return able;
}

/** Checks whether a self-test has passed after the last maintenance. */
export async function isTested(tx: Tx, nodeId: number): Promise<boolean> {
  const [row] = await tx.query<{ tested: boolean }>(
    `select exists (select from node_chore t where t.node_id = $1 and t.kind = 'self-test' and t.state = 'passed' and not exists (
       select from node_chore m where m.node_id = $1 and ${BEGUN} and m.id > t.id)) as tested`,
    [nodeId],
  );
  return row?.tested === true;
}

/** Checks whether maintenance has begun and no self-test has passed since, or was waived by an operator. */
export async function owesTest(tx: Tx, nodeId: number): Promise<boolean> {
  const [begun] = await tx.query(
    `select from node_chore m where m.node_id = $1 and ${BEGUN} and not exists (
       select from node_chore t where t.node_id = $1 and t.kind = 'self-test' and t.id > m.id
         and t.state in ('passed', 'dropped')) limit 1`,
    [nodeId],
  );
  return begun !== undefined;
}

/** Drops a chore that has not started. */
export async function dropChores(
  tx: Tx,
  { nodeId, kind, now }: { nodeId: number; kind: ChoreKind; now: Date },
): Promise<void> {
  await tx.query(
    `update node_chore set state = 'dropped', ended_at = $3 where node_id = $1 and kind = $2 and state = 'wanted'`,
    [nodeId, kind, now],
  );
}
