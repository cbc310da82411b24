// DELETE /v1/gpu-alerts/{gpu_type}: removes the user's alert for that GPU type.
import { z } from "zod";
import { removeGpuAlert } from "~/compute/gpu-alerts.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("capacity/gpu-alert", {
  DELETE: operation({
    purpose: "Removes an alert; does nothing if there is none",
    credentials: ["K", "S"],
    need: "own.act",
    scope: "tasks",
    ours: true,
    answer: z.object({ human_readable_message: z.string() }),
    example: { answer: { human_readable_message: "Your alert for h100 was removed." } },
    run: async ({ account: { userId }, params }) => {
      const gpuType = params["gpu_type"] ?? "";
      await removeGpuAlert({ userId, gpuType });
      return { human_readable_message: `Your alert for ${gpuType} was removed.` };
    },
  }),
});
