import { compactTaskLoad } from "~/domain/tasks/compact-task-load.server";

/** Load samples older than an hour become one a minute; those older than 7 days go. */
export async function compactLoad(): Promise<void> {
  await compactTaskLoad({ now: new Date() });
}
