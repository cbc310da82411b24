// GET /v1/gpu-alerts: the GPU types that the user has an alert for. POST: adds one.
import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { addGpuAlert, listGpuAlerts } from "~/compute/gpu-alerts.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const Alert = z.object({ gpu_type: z.string(), gpu_name: z.string(), created_ts: z.int() });

export const { loader, action } = apiRoute("capacity/gpu-alerts", {
  GET: operation({
    purpose: "GPU types you have an alert for",
    credentials: ["K", "S"],
    need: "tasks.see",
    ours: true,
    answer: z.object({ gpu_alerts: z.array(Alert) }),
    run: async ({ account: { userId } }) => ({ gpu_alerts: await listGpuAlerts({ userId }) }),
  }),
  POST: operation({
    purpose: "Notifies you once, by email and on screen, when GPUs of a type are free",
    credentials: ["K", "S"],
    need: "own.act",
    scope: "tasks",
    ours: true,
    status: 201,
    input: z.object({ gpu_type: z.string() }),
    required: ["gpu_type"],
    refusals: ["unknownGpuType", "confirmEmailFirst"],
    example: { input: { gpu_type: "h100" } },
    answer: z.object({ gpu_alert: Alert }),
    run: async ({ account, input, now }) => {
      requireConfirmed(account);
      const { tenantId, userId } = account;
      return { gpu_alert: await addGpuAlert({ tenantId, userId, gpuType: input.gpu_type, now }) };
    },
  }),
});
