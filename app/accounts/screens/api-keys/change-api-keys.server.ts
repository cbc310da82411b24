import { z } from "zod";
import { revokeKey, rotateKey } from "~/accounts/inside/api-keys/change-key.server";
import { makeNamedKey } from "~/accounts/inside/api-keys/create-key.server";
import { dayAfter, requireKeyFields } from "~/accounts/inside/api-keys/key-fields";
import { KEY_SCOPES } from "~/accounts/key-scopes";
import { M } from "~/accounts/messages";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { Proof, proveIdentity } from "~/platform/http/show-own-key.server";

const text = z.string().default("");
const NewKey = z
  .object({ name: text, scope_read: text, scope_tasks: text, scope_billing: text, ends: text, last_day: text })
  .extend({ networks: text, day_limit_dollars: text, total_limit_dollars: text, ...Proof.shape });
const OneKey = z.object({ id: rowId(M.noSuchApiKey) });
const Rotation = OneKey.extend({ overlap_hours: z.coerce.number(M.wrongKeyOverlap), ...Proof.shape });

/** The intents of the screen. Only the response to its own request contains a whole key. */
export async function changeApiKeys(args: RouteArgs) {
  const viewer = await requireCustomer(args, "api-keys");
  const act = { userId: viewer.userId, tenantId: viewer.tenantId, requestId: requestIdOf(args) };
  return await formAction(args, {
    make: onForm(NewKey, async ({ password, ...typed }, { now }) => {
      const key = requireKeyFields({ ...sentKey(typed, now), name: typed.name }, now);
      await proveIdentity(viewer, password, now);
      const made = await makeNamedKey({ ...act, key, now });
      return Response.json({ shownKey: made.key, shownName: key.name, oldEndsTs: null });
    }),
    rotate: onForm(Rotation, async ({ id, overlap_hours: overlapHours, password }, { now }) => {
      await proveIdentity(viewer, password, now);
      const { key, name, oldEndsAt } = await rotateKey({ ...act, id, overlapHours, now });
      const oldEndsTs = overlapHours > 0 ? Math.floor(oldEndsAt.getTime() / 1000) : null;
      return Response.json({ shownKey: key, shownName: name, oldEndsTs });
    }),
    revoke: onForm(OneKey, async ({ id }, { now }) => {
      const { name } = await revokeKey({ ...act, id, now });
      return { notice: `${name} was revoked.` };
    }),
  });
}

type Typed = Omit<z.output<typeof NewKey>, "password">;

/** `ends` is a number of days, `own` for the typed day, or `never`. */
function sentKey({ ends, last_day: lastDay, networks, ...typed }: Typed, now: Date) {
  const days = /^\d{1,3}$/.test(ends) ? dayAfter(Number(ends), now) : null;
  return {
    scopes: KEY_SCOPES.filter((scope) => typed[`scope_${scope}`] !== ""),
    // A custom date that is left empty must not make a key that never expires.
    lastDay: days ?? (ends === "never" ? "" : lastDay || "none"),
    networks: networks.split(/[\s,;]+/),
    ...{ dayDollars: typed.day_limit_dollars, totalDollars: typed.total_limit_dollars },
  };
}
