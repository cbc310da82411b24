import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { may } from "~/platform/may";
import { listJobs } from "~/compute/list-jobs.server";
import { listSshKeys } from "~/compute/list-ssh-keys.server";
import { requireCustomer } from "~/platform/http/access.server";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { SshKeyInstructions } from "~/platform/ui/ssh-key-instructions";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { KeyForm } from "../key-form";
import { SshDoctor } from "../ssh-doctor";
import { reportOf } from "../ssh-report";
import { changeKeys } from "./change-keys.server";
import { DELETE_KEY, KeyTable } from "./key-table";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "SSH keys · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId, userId, memberRole } = await requireCustomer(args, "keys");
  const [keys, jobs] = await Promise.all([
    listSshKeys({ tenantId, userId }),
    listJobs({ tenantId, limit: 1, now: presentTime() }),
  ]);
  const tasks = jobs
    .filter((job) => job.ts_finished === 0)
    .map(({ resv_guid, task_name }) => ({ resv_guid, task_name }));
  return { keys, tasks, mayDeleteAll: may(memberRole, "team.act") };
}

export async function action(args: ActionFunctionArgs) {
  return await changeKeys(args);
}

export default function Keys() {
  const { keys, tasks, mayDeleteAll } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const refusal = refusalIn(answer);
  return (
    <Page title="SSH keys" lead="You log in to your tasks with a stored key.">
      <Refused answer={refusal?.intent === DELETE_KEY ? undefined : refusal} />
      <Panel title="Stored keys" padded={false}>
        <KeyTable keys={keys} mayDeleteAll={mayDeleteAll} answer={refusal} />
      </Panel>
      <Panel title="Add a key">
        <KeyForm key={keys.length} intent="save" answer={refusal} submit="Save" />
        <h3 className="mt-6 mb-2 text-sm font-medium">How to make a key</h3>
        <SshKeyInstructions />
      </Panel>
      <SshDoctor tasks={tasks} report={reportOf(answer)} />
    </Page>
  );
}
