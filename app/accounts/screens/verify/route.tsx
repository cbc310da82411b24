import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { LINK_ENDED } from "~/accounts/inside/account-texts";
import { findConfirmLink } from "~/accounts/inside/confirm-email.server";
import { onTo } from "~/platform/own-path";
import { optionalUser } from "~/platform/http/access.server";
import { nextIn } from "~/platform/http/redirect-target";
import { visitorOf } from "~/platform/http/visitor.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { FormCard } from "~/platform/ui/form-card";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextLink } from "~/platform/ui/text-link";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { confirmByForm } from "./confirm-by-form.server";

export const meta: MetaFunction = () => [{ title: "Confirm your email address · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { params, request } = args;
  const visitorId = visitorOf(args)?.visitorId ?? null;
  const userId = (await optionalUser(args))?.userId ?? null;
  const link = await findConfirmLink({ token: params["token"] ?? "", visitorId, userId, now: presentTime() });
  return { link, next: nextIn(request) };
}

export async function action(args: ActionFunctionArgs) {
  return await confirmByForm(args, args.params["token"] ?? "");
}

/** A page with a button, because mail scanners open every link. In the browser that registered, it presses itself. */
export default function Verify() {
  const { link, next } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const [form, fields] = useAnsweredForm<{ password: string }>("", answer);
  const isOwn = link?.isOwn ?? false;
  useEffect(() => {
    if (isOwn) document.forms.namedItem(form.id)?.requestSubmit();
  }, [isOwn, form.id]);
  if (link === null) {
    return (
      <FormCard title="Confirm your email address">
        <div className="flex flex-col gap-5">
          <p>{LINK_ENDED}</p>
          <ButtonLink to={onTo("/login", next)} look="primary">
            Log in
          </ButtonLink>
          <p className="border-t pt-4 text-sm text-muted">
            Your address may already be confirmed, so try to log in. If it is not, every page offers you a new link once
            you are logged in. In the browser where you registered, you can{" "}
            <TextLink to="/verify">have it sent again</TextLink> at once.
          </p>
        </div>
      </FormCard>
    );
  }
  return (
    <FormCard title="Confirm your email address" lead="The last step before your first task.">
      <PostForm id={form.id} className="flex flex-col gap-5">
        <Refused answer={answer} />
        <div className="flex flex-col gap-1">
          <p className="text-sm text-muted">This is your address:</p>
          <p className="font-medium [overflow-wrap:anywhere]">{link.email}</p>
        </div>
        {link.askPassword ? (
          <TextField
            field={fields.password}
            label="Password"
            type="password"
            autoComplete="current-password"
            hint="This address was registered more than once: the password that you chose shows which registration is yours."
          />
        ) : null}
        <SubmitButton>Confirm</SubmitButton>
        {link.isOwn ? null : (
          <p className="border-t pt-4 text-sm text-muted">
            Is it not yours, or did you not register? Close this page: nothing happens until you confirm.
          </p>
        )}
      </PostForm>
    </FormCard>
  );
}
