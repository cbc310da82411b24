import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { addGpuAlert, removeGpuAlert } from "~/compute/gpu-alerts.server";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";
import { presentTime } from "~/platform/time.server";

const Asked = z.object({ gpu_type: z.string() });
const to = "/user/notifications#gpu-alerts";

/** The intent `add-gpu-alert`, of the form that the card of a sold-out GPU type leads to. */
export function addGpuAlertIntent(viewer: Viewer) {
  return onForm(Asked, async ({ gpu_type }) => {
    requireConfirmed(viewer);
    const { tenantId, userId } = viewer;
    const { gpu_name } = await addGpuAlert({ tenantId, userId, gpuType: gpu_type, now: presentTime() });
    return { notice: `You get a mail once ${gpu_name} GPUs are free.`, to };
  });
}

/** The intent `remove-gpu-alert`. */
export function removeGpuAlertIntent({ userId }: Viewer) {
  return onForm(Asked, async ({ gpu_type }) => {
    await removeGpuAlert({ userId, gpuType: gpu_type });
    return { notice: `You will no longer be notified about ${gpu_type}.`, to };
  });
}
