import { z } from "zod";
import { createWorkspace } from "~/usage/create-workspace.server";
import { deleteWorkspace, undoDelete } from "~/usage/delete-workspace.server";
import { isNameTaken } from "~/usage/inside/workspaces/is-name-taken.server";
import { showTokens } from "~/usage/inside/workspaces/list-workspaces.server";
import { createOwner, getOwner } from "~/usage/workspace-owner.server";
import { replaceAdminToken, rotateInferenceToken } from "~/usage/inside/workspaces/replace-tokens.server";
import { normaliseWorkspaceName } from "~/usage/inside/workspaces/workspace-name";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { CREATE_INTENT, type FilledForm } from "./create-answer";
import type { ShownTokens } from "./shown-tokens";

const text = z.string(M.unreadable).default("");
const NewWorkspace = z.object({
  name: text,
  max_users: text,
  email: text,
  inference_token: text,
  admin_token: text,
  welcome: z.literal("1").optional(),
});
const Named = z.object({ workspace: text });
/** `admin_last4` identifies the token on the screen. */
const OfToken = Named.extend({ admin_last4: text });
const Delete = Named.extend({ confirm: z.literal("1").optional() });

/** The forms of the workspaces screen (2.5). The caller has checked that the viewer is an admin. */
export async function workspacesAction(args: RouteArgs, viewer: Viewer) {
  const by = { actorId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    [CREATE_INTENT]: onForm(NewWorkspace, async (typed, { now }) => {
      const { max_users: maxUsers, inference_token: inferenceToken, admin_token: adminToken, ...rest } = typed;
      const welcome = typed.welcome === "1";
      const given = { ...rest, maxUsers, inferenceToken, adminToken, welcome };
      return showing({ ...(await createWorkspace({ ...given, ...by, now })), why: "created" }, 201);
    }),
    "owner-new": onForm(NewWorkspace, async (typed, { now }) => {
      const { inferenceToken } = await createOwner({ email: typed.email, ...by, now });
      return filled({ ...typed, inference_token: inferenceToken });
    }),
    "owner-get": onForm(NewWorkspace, async (typed, { now }) => {
      const { inferenceToken } = await getOwner({ email: typed.email, ...by, now });
      return filled({ ...typed, inference_token: inferenceToken });
    }),
    "check-name": onForm(NewWorkspace, async (typed, { now }) => {
      const name = normaliseWorkspaceName(typed.name);
      if (name === "") throw Refusal.ofField("name", M.workspaceNameRequired);
      return filled({ ...typed, name }, (await isNameTaken({ name, now })) ? "taken" : "free");
    }),
    "delete-workspace": onForm(Delete, async ({ workspace: name, confirm }, { now }) => {
      if (!confirm) return Response.json({ askDelete: name }, { status: 422 });
      await deleteWorkspace({ name, ...by, now });
      return { notice: `Workspace ${name} deleted.` };
    }),
    "undo-delete": onForm(Named, async ({ workspace: name }, { now }) =>
      showing({ ...(await undoDelete({ name, ...by, now })), why: "restored" }),
    ),
    "show-tokens": onForm(Named, async ({ workspace: name }, { now }) =>
      showing({ ...(await showTokens({ name, ...by, now })), why: "shown" }),
    ),
    "rotate-token": onForm(Named, async ({ workspace: name }, { now }) => {
      const inferenceToken = await rotateInferenceToken({ name, ...by, now });
      return showing({ name, inferenceToken, adminToken: null, why: "rotated" });
    }),
    "new-admin-token": onForm(OfToken, async ({ workspace: name, admin_last4: last4 }, { now }) => {
      const adminToken = await replaceAdminToken({ name, last4, ...by, now });
      return showing({ name, inferenceToken: null, adminToken, why: "replaced" });
    }),
  });
}

/** Answers without a redirect: the tokens are in this answer only. */
function showing({ name, inferenceToken, adminToken, why }: ShownTokens, status = 200): Response {
  const tokens: ShownTokens = { name, inferenceToken, adminToken, why };
  return Response.json({ tokens }, { status, headers: { "Cache-Control": "no-store" } });
}

/** The form again with the typed values and the results. */
function filled(typed: z.output<typeof NewWorkspace>, mark?: FilledForm["mark"]): Response {
  const answer: FilledForm = { intent: CREATE_INTENT, lastResult: { initialValue: typed }, message: "", mark };
  return Response.json(answer, { headers: { "Cache-Control": "no-store" } });
}
