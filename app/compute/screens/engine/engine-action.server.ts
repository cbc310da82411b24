import { z } from "zod";
import { testEngine } from "~/compute/inside/engines/engine-tests.server";
import { removeEngine, setEngine } from "~/compute/inside/engines/set-engine.server";
import { M } from "~/compute/messages";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { fieldsOf } from "./engine-fields.server";
import { SetEngine } from "./engine-form.server";

const Remove = z.object({ version: rowId(M.unreadable) });

/** The forms of a cluster's engine. The caller has checked that the viewer is an admin. */
export async function engineAction(args: RouteArgs, viewer: Viewer, clusterName: string) {
  const by = { clusterName, userId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    "set-engine": onForm(SetEngine, async ({ test, ...form }, { now }) => {
      if (!test) {
        await setEngine({ ...by, ...form, now });
        return { notice: `${clusterName} is backed by Slurm now.` };
      }
      const tested = await testEngine(form, { clusterName, now });
      // The result returns the typed values, but not the token: the test keeps it.
      return Response.json({ intent: "set-engine", lastResult: { initialValue: fieldsOf(form) }, message: "", tested });
    }),
    remove: onForm(Remove, async ({ version }, { now }) => {
      await removeEngine({ ...by, version, now });
      return { notice: `${clusterName} has no scheduler any more.` };
    }),
  });
}
