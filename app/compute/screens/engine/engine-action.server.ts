import { z } from "zod";
import { ENGINE_NAMES } from "~/compute/engine-kinds";
import { testEngine } from "~/compute/inside/engines/engine-tests.server";
import { type Connection, removeEngine, setEngine } from "~/compute/inside/engines/set-engine.server";
import { holdEngine } from "~/compute/inside/engines/hold-engine.server";
import { M } from "~/compute/messages";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, ifMay, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { fieldsOf } from "./engine-fields.server";
import { SetKubernetes } from "./kubernetes-form.server";
import { SetSlurm } from "./slurm-form.server";

/** One of the two forms, as typed. */
interface Typed extends Connection {
  version: number | null;
  test: boolean;
}

const Nothing = z.object({});
const Remove = z.object({ version: rowId(M.unreadable) });

/** The forms of a cluster's engine. Each checks its right. */
export async function engineAction(args: RouteArgs, viewer: Viewer, clusterName: string) {
  const by = { clusterName, userId: viewer.userId, requestId: requestIdOf(args) };
  const set = async ({ test, ...form }: Typed, { now }: { now: Date }) => {
    if (!test) {
      await setEngine({ ...by, ...form, now });
      return { notice: `${clusterName} is backed by ${ENGINE_NAMES[form.kind]} now.` };
    }
    const tested = await testEngine(form, { clusterName, now });
    // The result returns the typed values, but not the token: the test keeps it.
    const lastResult = { initialValue: fieldsOf(form) };
    return Response.json({ intent: `set-${form.kind}`, lastResult, message: "", tested });
  };
  const hold = async (held: boolean, now: Date) => {
    await holdEngine({ ...by, held, now });
    return {
      notice: held ? `${clusterName} is asked for no new places.` : `${clusterName} is asked for places again.`,
    };
  };
  return await formAction(args, {
    hold: ifMay(
      viewer,
      "fleet.act",
      onForm(Nothing, (_, { now }) => hold(true, now)),
    ),
    release: ifMay(
      viewer,
      "fleet.act",
      onForm(Nothing, (_, { now }) => hold(false, now)),
    ),
    "set-slurm": ifMay(viewer, "fleet.admit", onForm(SetSlurm, set)),
    "set-kubernetes": ifMay(viewer, "fleet.admit", onForm(SetKubernetes, set)),
    remove: ifMay(
      viewer,
      "fleet.admit",
      onForm(Remove, async ({ version }, { now }) => {
        await removeEngine({ ...by, version, now });
        return { notice: `${clusterName} has no scheduler any more.` };
      }),
    ),
  });
}
