import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LINK_ENDED } from "~/domain/accounts/account-texts";
import { findConfirmLink } from "~/domain/accounts/confirm-email.server";
import { ButtonLink } from "~/ui/button-link";
import { FormCard } from "~/ui/form-card";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { SubmitButton } from "~/ui/submit-button";
import { TextField } from "~/ui/text-field";
import { useAnsweredForm } from "~/ui/use-answered-form";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { confirmByForm } from "./confirm-by-form.server";

export const meta: MetaFunction = () => [{ title: "Confirm your email address · Millrace" }];

export async function loader({ params }: LoaderFunctionArgs) {
  return { link: await findConfirmLink({ token: params["token"] ?? "", now: new Date() }) };
}

export async function action(args: ActionFunctionArgs) {
  return await confirmByForm(args, args.params["token"] ?? "");
}

/** A button, because programs that look through mails open every link. */
export default function Verify() {
  const { link } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const [form, fields] = useAnsweredForm<{ password: string }>("", answer);
  if (link === null) {
    return (
      <FormCard title="Confirm your email address">
        <p>{LINK_ENDED}</p>
        <p className="mt-2 text-sm text-muted">
          Perhaps it is confirmed already: log in. If not, the page then offers a new link.
        </p>
        <div className="mt-4">
          <ButtonLink to="/login" look="primary">
            Log in
          </ButtonLink>
        </div>
      </FormCard>
    );
  }
  return (
    <FormCard title="Confirm your email address">
      <PostForm id={form.id} className="flex flex-col gap-4">
        <Refused answer={answer} />
        <p className="break-words">
          Is <strong className="font-semibold">{link.email}</strong> your address?
        </p>
        {link.askPassword ? (
          <TextField
            field={fields.password}
            label="Password"
            type="password"
            autoComplete="current-password"
            hint="This address was registered more than once: the password that you chose tells which registration is yours."
          />
        ) : null}
        <div>
          <SubmitButton>Confirm</SubmitButton>
        </div>
      </PostForm>
    </FormCard>
  );
}
