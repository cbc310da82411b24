import { db } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import type { WithRights } from "~/platform/staff-rights";
import { deleteTask } from "~/compute/delete-task.server";
import { type JobRow, listJobs } from "~/compute/list-jobs.server";

export const MOST_AT_ONCE = 100;

/** Result of ending one of several tasks. */
export interface Deleted {
  resv_guid: string;
  task_name: string;
  done: boolean;
  /** Message, as after ending one task. */
  message: string;
}

interface Deletions {
  actor: WithRights & { userId: number; tenantId: number; tenantName?: string };
  resvGuids: readonly string[];
  now: Date;
}

/**
 * Ends several own tasks, one after another, each in its own transaction (9.10): a refusal of one does not affect the
 * others. @throws Refusal M220, M221.
 */
export async function deleteTasks({ actor, resvGuids, now }: Deletions): Promise<Deleted[]> {
  const names = await namesOf(actor.tenantId, chosenOf(resvGuids));
  const answers: Deleted[] = [];
  for (const { resv_guid, task_name } of names) {
    answers.push({
      resv_guid,
      task_name,
      ...(await deleteOne({ actor, resvGuid: resv_guid, taskName: task_name, now })),
    });
  }
  return answers;
}

/** Lists the chosen tasks that have not ended yet, newest first. @throws Refusal M220, M221. */
export async function readDeletable({
  tenantId,
  resvGuids,
  now,
}: {
  tenantId: number;
  resvGuids: readonly string[];
  now: Date;
}): Promise<JobRow[]> {
  const chosen = new Set(chosenOf(resvGuids));
  const jobs = await listJobs({ tenantId, limit: 0, now });
  return jobs.filter((job) => chosen.has(job.resv_guid) && job.state !== "stopping");
}

function chosenOf(resvGuids: readonly string[]): string[] {
  const chosen = [...new Set(resvGuids)];
  if (chosen.length === 0) throw new Refusal(M.chooseTasks);
  if (chosen.length > MOST_AT_ONCE) throw new Refusal(M.tooManyToEnd);
  return chosen;
}

/** Reads the tasks in the order of their names; unknown ones and those of others are omitted. */
async function namesOf(tenantId: number, resvGuids: string[]): Promise<Pick<Deleted, "resv_guid" | "task_name">[]> {
  return await db.query<Pick<Deleted, "resv_guid" | "task_name">>(
    `select resv_guid, task_name from task where tenant_id = $1 and resv_guid = any($2::uuid[]) order by task_name, resv_guid`,
    [tenantId, resvGuids],
  );
}

async function deleteOne(deletion: Parameters<typeof deleteTask>[0]): Promise<Pick<Deleted, "done" | "message">> {
  try {
    const { message } = await deleteTask(deletion);
    return { done: true, message };
  } catch (error) {
    if (error instanceof Refusal) return { done: false, message: error.message };
    throw error;
  }
}
