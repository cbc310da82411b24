import { z } from "zod";
import { M } from "~/staff/messages";
import { allowOwnImages } from "~/staff/inside/allow-own-images.server";
import { closeAccount } from "~/staff/inside/close-account.server";
import { endSessions } from "~/staff/inside/end-sessions.server";
import { resetTwoFactor } from "~/staff/inside/reset-two-factor.server";
import { setRole } from "~/staff/inside/set-role.server";
import { restoreUser, suspendUser } from "~/staff/inside/suspend-user.server";
import type { Viewer } from "~/platform/http/access.server";
import { ifMay, onForm } from "~/platform/http/form.server";
import { reason } from "~/platform/http/schemas/reason.server";

const SAY_SURE = "Tick the box to close the account.";

const Reason = z.object({ reason });
const Role = z.object({ role: z.string(M.unreadable) });
const OwnImages = z.object({ allowed: z.stringbool(M.unreadable) });
const Sure = z.object({ confirm: z.literal("1", SAY_SURE) });

/** The intents for a user's access (2.5). */
export function accessForms(viewer: Viewer, about: { userId: number; tenantId: number; requestId: string }) {
  const act = (now: Date) => ({ actorId: viewer.userId, ...about, now });
  return {
    "set-role": ifMay(
      viewer,
      "staff.act",
      onForm(Role, async ({ role }, { now }) => {
        return { notice: `The role is now ${await setRole({ ...act(now), role })}.` };
      }),
    ),
    suspend: ifMay(
      viewer,
      "access.act",
      onForm(Reason, async ({ reason }, { now }) => {
        await suspendUser({ ...act(now), reason });
        return { notice: "The account is suspended and its tasks are being stopped." };
      }),
    ),
    restore: ifMay(
      viewer,
      "access.act",
      onForm(z.object({}), async (_fields, { now }) => {
        await restoreUser(act(now));
        return { notice: "The account is active again." };
      }),
    ),
    "reset-two-factor": ifMay(
      viewer,
      "access.act",
      onForm(z.object({}), async (_fields, { now }) => {
        await resetTwoFactor(act(now));
        return { notice: "Two-factor is off; the password alone opens the account." };
      }),
    ),
    "own-images": ifMay(
      viewer,
      "access.act",
      onForm(OwnImages, async ({ allowed }, { now }) => {
        await allowOwnImages({ ...act(now), allowed });
        return {
          notice: allowed ? "Images of their own are allowed." : "Their own images can no longer start new tasks.",
        };
      }),
    ),
    "end-sessions": ifMay(
      viewer,
      "access.act",
      onForm(Reason, async ({ reason }, { now }) => {
        await endSessions({ ...act(now), reason });
        return { notice: "All sessions of this user are ended." };
      }),
    ),
    close: ifMay(
      viewer,
      "access.act",
      onForm(Sure, async (_fields, { now }) => {
        await closeAccount(act(now));
        return { notice: "The account is closed." };
      }),
    ),
  };
}
