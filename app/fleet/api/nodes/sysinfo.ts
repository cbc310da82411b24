// GET /dashboard/sysinfo: what each node last reported, for staff.
import { z } from "zod";
import { readSysinfo } from "~/fleet/read-sysinfo.server";
import { sysinfoSchema } from "~/fleet/agent-messages";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("nodes/sysinfo", {
  GET: operation({
    purpose: "System information of each node that ever reported",
    credentials: ["S"],
    right: "fleet.see",
    answer: z.object({
      sysinfo: z.record(z.string(), sysinfoSchema.extend({ reported_ts: z.int() })),
      now_ts: z.int(),
    }),
    run: async ({ now }) => ({
      sysinfo: await readSysinfo(),
      now_ts: Math.floor(now.getTime() / 1000),
    }),
  }),
});
