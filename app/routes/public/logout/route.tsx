import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { z } from "zod";
import { requireCustomer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { closeSession } from "~/http/session.server";
import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { FormCard } from "~/ui/form-card";
import { PostForm } from "~/ui/post-form";

export const meta: MetaFunction = () => [{ title: "Log out · Millrace" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCustomer(request);
  return null;
}

export async function action({ request }: ActionFunctionArgs) {
  await requireCustomer(request);
  return await formAction(request, {
    "": onForm(z.object({}), async () =>
      redirect("/", { status: 303, headers: await closeSession(request) }),
    ),
  });
}

export default function Logout() {
  return (
    <FormCard title="Log out?" lead="Your tasks keep running.">
      <PostForm className="flex gap-3">
        <Button look="primary">Log out</Button>
        <ButtonLink to="/tasks">Stay</ButtonLink>
      </PostForm>
    </FormCard>
  );
}
