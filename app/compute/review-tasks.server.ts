import type { Tx } from "~/platform/db.server";
import { beginIncidents, loseTasks } from "./inside/tasks/incidents.server";
import { failTasks, placeAgain } from "./inside/tasks/fail-placing.server";
import { endByThemselves, endOverDisk, finishTasks } from "./inside/tasks/finish-tasks.server";
import { readTasks } from "./lock-tasks.server";
import type { LockedTask } from "./locked-task";
import { type Review, reviewTask } from "./review-task";
import { beginRunning, beginStarting } from "./inside/tasks/start-tasks.server";

/** Longest chain of steps, for example from an incident to the loss of the task. */
const ROUNDS = 5;

/**
 * Compares tasks with their placements and the clock, and moves them on (6.2). The transaction holds the rows of the
 * tasks and their nodes. Repeated, late and concurrent calls change nothing more.
 */
export async function reviewTasks(tx: Tx, resvGuids: readonly string[], now: Date): Promise<void> {
  let open = resvGuids;
  for (let round = 0; round < ROUNDS && open.length > 0; round += 1) {
    const tasks = await readTasks(tx, open);
    const due = tasks.flatMap((task) => {
      const review = reviewTask(task, now);
      return review === null ? [] : [{ task, review }];
    });
    await carryOut(tx, due, now);
    open = due.map(({ task }) => task.resvGuid);
  }
}

interface Due {
  task: LockedTask;
  review: Review;
}

async function carryOut(tx: Tx, due: readonly Due[], now: Date): Promise<void> {
  if (due.length === 0) return;
  const of = <Kind extends Review["kind"]>(kind: Kind) =>
    due.flatMap(({ task, review }) =>
      review.kind === kind ? [{ ...(review as Extract<Review, { kind: Kind }>), task }] : [],
    );
  const tasksOf = (kind: Review["kind"]) => of(kind).map(({ task }) => task);
  await beginIncidents(tx, tasksOf("incident"), now);
  await finishTasks(tx, tasksOf("finish"), now);
  await endByThemselves(tx, of("end"), now);
  await endOverDisk(tx, of("over-disk"), now);
  await loseTasks(tx, of("lose"), now);
  await failTasks(tx, of("fail"), now);
  await placeAgain(tx, of("place-again"), now);
  await beginStarting(tx, tasksOf("start"), now);
  await beginRunning(tx, [...tasksOf("run"), ...tasksOf("resume")], now);
}
