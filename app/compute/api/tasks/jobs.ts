// GET /v1/jobs: the tasks of an account, unfinished ones first.
import { z } from "zod";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { recordLook } from "~/platform/record-look.server";
import { findTasks } from "~/compute/inside/tasks/find-tasks.server";
import { JOB, type JobRow, listJobs } from "~/compute/list-jobs.server";
import { normaliseTag } from "~/compute/task-tags";
import type { Account } from "~/accounts/account.server";
import { findUser } from "~/accounts/find-user.server";
import { hasRight } from "~/platform/staff-rights";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { beforeTs, limitOf, wholeSeconds } from "~/platform/http/schemas/paging";

const JobsQuery = z.object({
  account: z.string().optional(),
  limit: limitOf(500, 200),
  before_ts: beforeTs,
  tag: z
    .string()
    .optional()
    .transform((typed) => (typed === undefined ? "" : normaliseTag(typed))),
});

export const { loader, action } = apiRoute("tasks/jobs", {
  GET: operation({
    purpose: "Tasks of an account: unfinished ones, then finished ones, newest first",
    credentials: ["K", "S"],
    need: "tasks.see",
    tool: { name: "list_tasks" },
    alwaysFailed: true,
    input: JobsQuery,
    refusals: ["notFound"],
    example: { input: { limit: 20 } },
    answer: z.object({ jobs: z.array(JOB.schema) }),
    run: async ({ account, input: { account: wanted, limit, before_ts, tag }, requestId, now }) => {
      const tenantId = await tenantOf(account, wanted);
      const look = { viewer: account, tenantId, action: "tasks.view" as const, target: `tenant:${wanted}` };
      const asked = { tenantId, beforeTs: before_ts, now };
      const read = (most: number) =>
        tag === "" ? listJobs({ ...asked, limit: most }) : findTasks({ ...asked, tag, limit: most });
      const [jobs] = await Promise.all([readPage(limit, read), recordLook({ ...look, requestId, now })]);
      return { jobs };
    },
  }),
});

/** Unfinished tasks count towards no limit. */
async function readPage(limit: number, read: (most: number) => Promise<JobRow[]>): Promise<JobRow[]> {
  let unfinished: JobRow[] = [];
  const ended = await wholeSeconds(
    limit,
    async (most) => {
      const jobs = await read(most);
      unfinished = jobs.filter((job) => job.ts_finished === 0);
      return jobs.filter((job) => job.ts_finished !== 0);
    },
    (job) => job.ts_scheduled,
  );
  return [...unfinished, ...ended];
}

async function tenantOf(account: Account, wanted: string | undefined): Promise<number> {
  if (!wanted || wanted === account.tenantName) return account.tenantId;
  if (!hasRight(account, "customers.view")) throw new Refusal(M.notAllowed, { status: 403 });
  const user = await findUser({ tenantName: wanted });
  if (!user) throw new Refusal(M.notFound);
  return user.tenantId;
}
