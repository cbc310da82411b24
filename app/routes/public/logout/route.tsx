import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { requireCustomer } from "~/http/access.server";
import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { FormCard } from "~/ui/form-card";
import { PostForm } from "~/ui/post-form";
import { logOut } from "./log-out.server";

export const meta: MetaFunction = () => [{ title: "Log out · Millrace" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCustomer(request);
  return null;
}

export async function action({ request }: ActionFunctionArgs) {
  return await logOut(request);
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
