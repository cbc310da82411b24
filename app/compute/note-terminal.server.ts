import { db } from "~/platform/db.server";

/** Writes into a task's history that a member opened a web terminal, or that it is closed again; with several nodes, on which. */
export async function noteTerminal(given: {
  resvGuid: string;
  userId: number;
  /** Null for a task on one node. */
  node: number | null;
  what: "opened" | "closed";
  now: Date;
}): Promise<void> {
  await db.query(
    `insert into task_event (resv_guid, at, from_state, to_state, text, user_id)
     select resv_guid, $2, state, state, $3, $4 from task where resv_guid = $1`,
    [
      given.resvGuid,
      given.now,
      `web terminal ${given.what}${given.node === null ? "" : ` on node ${given.node}`}`,
      given.userId,
    ],
  );
}
