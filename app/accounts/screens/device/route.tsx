import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findWaitingLogin } from "~/accounts/inside/device-login/decide-device-login.server";
import { isRecentLogin } from "~/accounts/recent-login";
import { Refusal } from "~/platform/refusal";
import { requireCustomer } from "~/platform/http/access.server";
import { teamOf } from "~/platform/http/team-of";
import { FormCard } from "~/platform/ui/form-card";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { AllowForm } from "./allow-form";
import { CodeForm } from "./code-form";
import { decideDevice } from "./device-action.server";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Authorize a command line · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireCustomer(args, "device");
  const { userId, loginAt } = viewer;
  // The key belongs to the viewer's current tenant.
  const email = viewer.atHome ? viewer.email : `${viewer.email} at ${teamOf(viewer)}`;
  const now = presentTime();
  const typed = new URL(args.request.url).searchParams.get("user_code")?.trim() ?? "";
  const askPassword = !isRecentLogin(loginAt, now);
  const shown = { typed: typed.slice(0, 20), askPassword, email };
  if (typed === "") return { ...shown, waiting: null, refused: null };
  try {
    return { ...shown, waiting: await findWaitingLogin({ typed, userId, now }), refused: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...shown, waiting: null, refused: error.message };
  }
}

export async function action(args: ActionFunctionArgs) {
  return await decideDevice(args);
}

export default function Device() {
  const { waiting, typed, refused, askPassword, email } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  if (!waiting)
    return (
      <FormCard title="Authorize a command line" lead="Enter the code that millrace login shows you.">
        <CodeForm typed={typed} refused={refused} />
      </FormCard>
    );
  return (
    <FormCard
      title="Authorize this command line?"
      lead="Allow it only if you started this login yourself a moment ago."
    >
      <AllowForm waiting={waiting} email={email} askPassword={askPassword} answer={answer} />
    </FormCard>
  );
}
