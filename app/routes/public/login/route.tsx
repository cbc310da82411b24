import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { optionalUser } from "~/http/access.server";
import { redirectTarget } from "~/http/redirect-target";
import { FormCard } from "~/ui/form-card";
import { LoginFields } from "~/ui/login-fields";
import { PostForm } from "~/ui/post-form";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { logInByForm } from "./log-in-by-form.server";

export const meta: MetaFunction = () => [{ title: "Log in · Millrace" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const wanted = new URL(request.url).searchParams.get("redirectTo");
  const viewer = await optionalUser(request);
  if (viewer) throw redirect(redirectTarget(wanted, viewer.role));
  return { redirectTo: wanted ?? "" };
}

export async function action({ request }: ActionFunctionArgs) {
  return await logInByForm(request);
}

export default function Login() {
  const { redirectTo } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const typed = answer?.lastResult.initialValue;
  return (
    <FormCard title="Log in">
      <PostForm action="/login" className="flex flex-col gap-4">
        <input type="hidden" name="redirectTo" value={String(typed?.["redirectTo"] ?? redirectTo)} />
        <LoginFields
          email={String(typed?.["email"] ?? "")}
          remember={typed?.["remember"] !== undefined}
          error={answer?.message}
        />
      </PostForm>
    </FormCard>
  );
}
