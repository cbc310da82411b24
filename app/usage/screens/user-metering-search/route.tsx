import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { findMeteredUser } from "~/usage/inside/figures/read-metering.server";
import { SHOWN } from "~/platform/shown-messages";
import { requireStaff } from "~/platform/http/access.server";
import { Button } from "~/platform/ui/button";
import { fieldState } from "~/platform/ui/field-state";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { TextField } from "~/platform/ui/text-field";
import { userMeteringPath } from "~/usage/views/usage-links";

export const meta: MetaFunction = () => [{ title: "User metering · Millrace" }];

const USER_MAX = 320;

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "user-metering-search");
  const user = (new URL(args.request.url).searchParams.get("user") ?? "").trim().slice(0, USER_MAX);
  if (user === "") return { user, problem: null };
  const found = await findMeteredUser(user);
  if (found) throw redirect(userMeteringPath(found.user), 303);
  return { user, problem: SHOWN.noUserWithEmail };
}

export default function UserMeteringSearch() {
  const { user, problem } = useLoaderData<typeof loader>();
  return (
    <Page title="User metering" lead="What one user spent on the assistant's models.">
      <Panel>
        <Form className="flex flex-wrap items-start gap-3">
          <TextField
            field={fieldState("user", user, problem ?? undefined)}
            label="User"
            placeholder="Email or tenant"
            required
            autoComplete="off"
            spellCheck={false}
          />
          <Button className="mt-7">Show</Button>
        </Form>
      </Panel>
    </Page>
  );
}
