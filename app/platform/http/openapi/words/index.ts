import { nodeWords } from "./nodes";
import { moneyWords } from "./money";
import { peopleWords } from "./people";
import { statementWords } from "./statements";
import { taskWords } from "./tasks";
import { timeWords } from "./time";
import { usageWords } from "./usage";
import { volumeWords } from "./volumes";
import { webhookWords } from "./webhooks";
import { workspaceWords } from "./workspaces";

/** The meaning of a field, with its unit, and an example. A name has the same meaning on every path (0.8). */
export type Words = readonly [meaning: string, example?: unknown];

const all = new Map(
  [
    taskWords,
    nodeWords,
    moneyWords,
    statementWords,
    peopleWords,
    timeWords,
    usageWords,
    volumeWords,
    webhookWords,
    workspaceWords,
  ].flatMap((words) => Object.entries<Words>(words)),
);

/** Returns the description of a field whose schema has none. */
export function wordsOf(name: string): Words | undefined {
  return all.get(name) ?? (name.startsWith("ts_") ? ["Epoch seconds UTC; 0 means not yet"] : undefined);
}
