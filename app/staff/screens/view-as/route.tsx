import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { customerOf, viewAction } from "./view-action.server";

export const meta: MetaFunction = () => [{ title: "View as customer · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "view-as");
  const { tenant_name: tenantName, name } = await customerOf(args);
  return { tenantName, name };
}

export async function action(args: ActionFunctionArgs) {
  return await viewAction(args, await requireStaff(args, "view-as"), await customerOf(args));
}

export default function ViewAs() {
  const { tenantName, name } = useLoaderData<typeof loader>();
  const answer = useActionData() as FormAnswer | undefined;
  const [form, fields] = useAnsweredForm<{ reason: string }>("view", answer);
  return (
    <Page
      title={
        <>
          View as <bdi>{name}</bdi>
        </>
      }
      back={{ to: `/users/stats/${encodeURIComponent(tenantName)}`, label: tenantName }}
      lead="See the customer’s screens for 30 minutes: their tasks, volumes, templates, money and settings."
    >
      <Panel>
        <PostForm intent="view" id={form.id} className="flex max-w-xl flex-col gap-4">
          <p className="text-sm text-muted">
            You can change nothing, and see no logs, keys or other secrets. Your own screens for staff stay open in
            other tabs.
          </p>
          <TextField
            field={fields.reason}
            label="Reason"
            maxLength={200}
            hint="The customer reads it, with the time, under Staff access."
          />
          <div>
            <SubmitButton intent="view" look="primary">
              View as customer
            </SubmitButton>
          </div>
        </PostForm>
      </Panel>
    </Page>
  );
}
