import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { FormCard } from "~/ui/form-card";
import { Refused } from "~/ui/refused";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { resendByForm } from "./resend-by-form.server";

export { headers } from "~/http/action-headers";

export function loader() {
  return redirect("/user");
}

export async function action(args: ActionFunctionArgs) {
  return await resendByForm(args);
}

/** Only seen when a mail was refused: after three in an hour. */
export default function Resend() {
  return (
    <FormCard title="No new link yet">
      <Refused answer={useKeptAnswer(useActionData<typeof action>())} />
    </FormCard>
  );
}
