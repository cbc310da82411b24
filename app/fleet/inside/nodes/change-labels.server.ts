import { M } from "~/fleet/messages";
import { hasLabel, keyOf, readLabels, readRack } from "~/fleet/node-labels";
import { db } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { labelNode } from "./set-labels.server";

export interface LabelsChange {
  /** Null: it stays. */
  rack: string | null;
  /** As typed. A label replaces one with the same key. */
  add: string;
  /** Labels, or keys of labels. */
  remove: string;
}

interface ChangeWish extends LabelsChange {
  nodeNames: readonly string[];
  /** The operator. */
  userId: number;
  requestId: string;
  now: Date;
}

export interface LabelsDone {
  changed: number;
  /** Nodes that had it so already. */
  already: number;
  failed: { node: string; message: string }[];
  /** Unexpected errors of the failed nodes. */
  faults: unknown[];
}

/**
 * Changes rack and labels of many nodes, each in its own transaction (decision 0191): a failure of one stops no other,
 * and a repeated call skips finished ones. @throws Refusal M550 (rack), M551 (labels), M646 (no change).
 */
export async function changeLabels({ nodeNames, rack, add, remove, ...by }: ChangeWish): Promise<LabelsDone> {
  const change = checkChange({ rack, add, remove });
  const done: LabelsDone = { changed: 0, already: 0, failed: [], faults: [] };
  for (const nodeName of new Set(nodeNames)) {
    try {
      const isChanged = await labelNode({
        ...{ nodeName, ...by },
        change: (before) => ({ rack: change.rack ?? before.rack, labels: changed(before.labels, change) }),
      });
      if (isChanged) done.changed += 1;
      else done.already += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) done.faults.push(error);
      done.failed.push({ node: nodeName, message: error instanceof Refusal ? error.message : M.busy });
    }
  }
  return done;
}

/** Reads what was typed. @throws Refusal M550, M551, M646. */
function checkChange({ rack: typed, add, remove }: LabelsChange) {
  const rack = typed === null ? null : readRack(typed);
  if (typed !== null && rack === null) throw Refusal.ofField("rack", M.wrongRack);
  const [added, removed] = [readLabels(add), readLabels(remove)];
  if (added === null) throw Refusal.ofField("add", M.wrongLabels);
  if (removed === null) throw Refusal.ofField("remove", M.wrongLabels);
  if (rack === null && added.length + removed.length === 0) throw new Refusal(M.noLabelChange);
  return { rack, added, removed };
}

/** @throws Refusal M551 when there would be too many. */
function changed(before: readonly string[], { added, removed }: { added: string[]; removed: string[] }): string[] {
  const replaced = new Set(added.map(keyOf));
  const kept = before.filter((label) => !replaced.has(keyOf(label)) && !removed.some((one) => hasLabel([label], one)));
  const labels = readLabels([...kept, ...added].join(" "));
  if (labels === null) throw new Refusal(M.wrongLabels);
  return labels;
}

/** Racks and labels that several nodes have now. */
export interface LabelsNow {
  nodes: string[];
  /** With the number of nodes; an empty name is no rack. */
  racks: { name: string; nodes: number }[];
  labels: { name: string; nodes: number }[];
}

export async function readLabelsNow({ nodeNames }: { nodeNames: readonly string[] }): Promise<LabelsNow> {
  const rows = await db.query<{ node_name: string; rack: string; labels: string[] }>(
    `select node_name, rack, labels from node
     where retired_at is null and pilot_of is null and node_name = any($1::text[]) order by node_name`,
    [nodeNames],
  );
  return {
    nodes: rows.map(({ node_name }) => node_name),
    racks: countEach(rows.map(({ rack }) => rack)),
    labels: countEach(rows.flatMap(({ labels }) => labels)),
  };
}

function countEach(names: string[]): { name: string; nodes: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, nodes]) => ({ name, nodes }))
    .sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}
