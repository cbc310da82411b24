// GET /users/get_stats/{user_id}: reservations, billing and comments of a user, for staff.
import { z } from "zod";
import { M } from "~/staff/messages";
import { Refusal } from "~/platform/refusal";
import { findUser } from "~/accounts/find-user.server";
import { recordLook } from "~/platform/record-look.server";
import { hasRight } from "~/platform/staff-rights";
import { readUserStats } from "~/accounts/read-user-stats.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { rowIdOfPath } from "~/platform/http/schemas/row-id.server";

const Reservation = z.object({
  resv_guid: z.string(),
  cluster_name: z.string(),
  tenant_image: z.string(),
  gpu_type: z.string(),
  gpus_min: z.int(),
  ts_finished: z.int(),
});
const BillingEvent = z.object({
  bev_desc: z.string(),
  bev_dollars: z.number(),
  bev_location: z.string(),
  bev_pph: z.int(),
  bev_ts: z.int(),
  bev_type: z.string(),
  resv_guid: z.string().nullable(),
});
const Comment = z.object({
  id: z.int(),
  name: z.string(),
  body: z.string(),
  votes: z.int(),
  created_at: z.string(),
});

export const { loader, action } = apiRoute("users/get-stats", {
  GET: operation({
    purpose: "Newest reservations and billing events of a user, and all comments",
    credentials: ["S"],
    right: "money.see",
    answer: z.object({
      reservations: z.array(Reservation),
      billing_events: z.array(BillingEvent),
      comments: z.array(Comment),
    }),
    run: async ({ account: viewer, params: { user_id: segment }, requestId, now }) => {
      const id = rowIdOfPath(segment);
      const user = id === null ? null : await findUser({ id });
      if (!user) throw new Refusal(M.notFound, { status: 404 });
      // Money and what staff write about a customer are two rights.
      if (!hasRight(viewer, "customers.see")) throw new Refusal(M.notAllowed, { status: 403 });
      const look = { viewer, tenantId: user.tenantId, action: "user.view" as const, target: `user:${user.id}` };
      const [stats] = await Promise.all([
        readUserStats({ userId: user.id, tenantId: user.tenantId }),
        recordLook({ ...look, requestId, now }),
      ]);
      return stats;
    },
  }),
});
