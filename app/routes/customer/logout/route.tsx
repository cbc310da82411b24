import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { requireCustomer } from "~/http/access.server";
import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { FormCard } from "~/ui/form-card";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { useKeptAnswer } from "~/ui/use-kept-answer";
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
