import { z } from "zod";
import { checkSsh } from "~/compute/inside/ssh-keys/check/check-ssh.server";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";
import { countRequest } from "~/platform/http/rate-limit.server";
import type { SshReport } from "./ssh-report";

const Ask = z.object({
  public_key: z.string().default(""),
  user: z.string().max(64).default(""),
  resv_guid: z.union([z.guid(), z.literal("")]).default(""),
});

/**
 * Handles the intent `check-ssh`, which explains a failing login by SSH. A task's own screen gives the task and the
 * node; elsewhere the form names the task, and its first node is checked.
 */
export function checkSshIntent({ tenantId, userId }: Viewer, own?: { resvGuid: string; node: number }) {
  return onForm(Ask, async ({ public_key: key, user, resv_guid: chosen }, { now }) => {
    await countRequest("sshCheck", String(tenantId));
    const task = own ?? { resvGuid: chosen === "" ? null : chosen };
    const checks = await checkSsh({ tenantId, userId, ...task, key, user, now });
    const report: SshReport = { key, user, resvGuid: chosen, checks };
    return Response.json({ report });
  });
}
