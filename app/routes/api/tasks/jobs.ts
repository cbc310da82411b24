// GET /v1/jobs: the tasks of an account, unfinished ones first.
import { z } from "zod";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { recordLook } from "~/domain/audit/record-look.server";
import { findTasks } from "~/domain/tasks/find-tasks.server";
import { listJobs } from "~/domain/tasks/list-jobs.server";
import { normaliseTag } from "~/domain/tasks/tags";
import type { Account } from "~/domain/accounts/account.server";
import { findUser } from "~/domain/accounts/find-user.server";
import { isStaff } from "~/domain/role";
import { apiRoute, operation } from "~/http/api-route.server";
import { JobRow } from "~/http/schemas/job-row";
import { beforeTs, limitOf } from "~/http/schemas/paging";

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
    alwaysFailed: true,
    input: JobsQuery,
    refusals: ["notFound"],
    example: { input: { limit: 20 } },
    answer: z.object({ jobs: z.array(JobRow) }),
    run: async ({ account, input: { account: wanted, limit, before_ts, tag }, requestId, now }) => {
      const tenantId = await tenantOf(account, wanted);
      const look = { viewer: account, tenantId, action: "tasks.view" as const, target: `tenant:${wanted}` };
      const [jobs] = await Promise.all([
        tag === ""
          ? listJobs({ tenantId, limit, beforeTs: before_ts, now })
          : findTasks({ tenantId, tag, limit, beforeTs: before_ts, now }),
        recordLook({ ...look, requestId, now }),
      ]);
      return { jobs };
    },
  }),
});

async function tenantOf(account: Account, wanted: string | undefined): Promise<number> {
  if (!wanted || wanted === account.tenantName) return account.tenantId;
  if (!isStaff(account.role)) throw new Refusal(M.notAllowed, { status: 403 });
  const user = await findUser({ tenantName: wanted });
  if (!user) throw new Refusal(M.notFound);
  return user.tenantId;
}
