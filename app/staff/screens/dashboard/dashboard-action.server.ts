import { z } from "zod";
import { M } from "~/staff/messages";
import { retryJobs } from "~/platform/retry-jobs.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";

const FailedJob = z.object({ job: z.string(M.notFound).min(1, M.notFound).max(100, M.notFound) });

/** The actions of the screen. The caller has checked that the viewer is an operator. */
export async function dashboardAction(args: RouteArgs, { userId }: Viewer) {
  return await formAction(args, {
    "retry-job": onForm(FailedJob, async ({ job }, { now }) => {
      await retryJobs({ job, userId, requestId: requestIdOf(args), now });
      return { notice: `${job} is tried again.` };
    }),
  });
}
