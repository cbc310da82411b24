import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listJobs } from "~/domain/tasks/list-jobs.server";
import { listSshKeys } from "~/domain/users/list-ssh-keys.server";
import { requireCustomer } from "~/http/access.server";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { SshKeyInstructions } from "~/ui/ssh-key-instructions";
import { SubmitButton } from "~/ui/submit-button";
import { TextareaField } from "~/ui/textarea-field";
import { useAnsweredForm } from "~/ui/use-answered-form";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { SshDoctor } from "../ssh-doctor";
import { reportOf } from "../ssh-report";
import { changeKeys } from "./change-keys.server";
import { KeyTable } from "./key-table";

export { headers } from "~/http/action-headers";

export const meta: MetaFunction = () => [{ title: "SSH keys · Millrace" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { tenantId } = await requireCustomer(request);
  const [keys, jobs] = await Promise.all([
    listSshKeys({ tenantId }),
    listJobs({ tenantId, limit: 1, now: new Date() }),
  ]);
  const tasks = jobs
    .filter((job) => job.ts_finished === 0)
    .map(({ resv_guid, task_name }) => ({ resv_guid, task_name }));
  return { keys, tasks };
}

export async function action({ request }: ActionFunctionArgs) {
  return await changeKeys(request);
}

export default function Keys() {
  const { keys, tasks } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const [form, fields] = useAnsweredForm<{ ssh_public_key: string }>("save", answer);
  return (
    <Page title="SSH keys" lead="A stored key opens the tasks you start with it.">
      <Refused answer={answer} />
      <Panel title="Stored keys" padded={false}>
        <KeyTable keys={keys} />
      </Panel>
      <Panel title="Add a key">
        <PostForm key={keys.length} intent="save" id={form.id} className="flex flex-col gap-4">
          <TextareaField
            field={fields.ssh_public_key}
            label="SSH Public Key"
            hint="One line, as in the file ending in .pub."
            rows={4}
            spellCheck={false}
            className="font-mono text-[0.8125rem]"
          />
          <div>
            <SubmitButton intent="save">Save</SubmitButton>
          </div>
        </PostForm>
        <h3 className="mt-6 mb-2 text-sm font-medium">How to make a key</h3>
        <SshKeyInstructions />
      </Panel>
      <SshDoctor tasks={tasks} report={reportOf(answer)} />
    </Page>
  );
}
