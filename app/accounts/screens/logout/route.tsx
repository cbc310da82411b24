import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { requireCustomer } from "~/platform/http/access.server";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { FormCard } from "~/platform/ui/form-card";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { logOut } from "./log-out.server";

export const meta: MetaFunction = () => [{ title: "Log out · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireCustomer(args, "logout");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  return await logOut(args);
}

export default function Logout() {
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <FormCard title="Log out?" lead="Your tasks keep running.">
      <PostForm className="flex flex-col gap-4">
        <Refused answer={answer} />
        <div className="flex gap-3">
          <Button look="primary">Log out</Button>
          <ButtonLink to="/tasks">Stay</ButtonLink>
        </div>
      </PostForm>
    </FormCard>
  );
}
