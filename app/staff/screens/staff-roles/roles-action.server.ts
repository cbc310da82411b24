import { z } from "zod";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { changeRole, deleteRole, makeRole } from "~/staff/inside/roles/change-roles.server";
import { M } from "~/staff/messages";

const text = z.string(M.unreadable).max(100, M.unreadable);
const Role = z.object({ label: text.default(""), right: z.array(text).max(100, M.unreadable).default([]) });
const Named = z.object({ name: text });
const Changed = Role.extend({ ...Named.shape, were: z.string(M.unreadable).max(1000, M.unreadable).optional() });
const ROLES = "/dashboard/staff-roles";

/** Makes, changes and deletes roles of staff. */
export async function rolesAction(args: RouteArgs, { userId }: Viewer) {
  const by = (now: Date) => ({ userId, requestId: requestIdOf(args), now });
  return await formAction(args, {
    make: onForm(Role, async ({ label, right: rights }, { now }) => ({
      notice: `The role ${await makeRole(by(now), { label, rights })} is made. Give it to people on their pages.`,
    })),
    change: onForm(Changed, async ({ name, label, right: rights, were }, { now }) => {
      const saved = await changeRole(by(now), { name, label, rights, were });
      return { notice: `The role ${saved} is saved.`, to: ROLES };
    }),
    delete: onForm(Named, async ({ name }, { now }) => {
      return { notice: `The role ${await deleteRole(by(now), { name })} is deleted.`, to: ROLES };
    }),
  });
}
