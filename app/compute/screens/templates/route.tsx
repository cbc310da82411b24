import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "~/platform/http/access.server";
import { Banner } from "~/platform/ui/banner";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { TextLink } from "~/platform/ui/text-link";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { changeTemplates } from "./change-templates.server";
import { readTemplatesScreen } from "./read-templates-screen.server";
import { DELETE_TEMPLATE } from "./template-actions";
import { TemplateForm } from "./template-form";
import { TemplateTable } from "./template-table";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Templates · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = await requireCustomer(args, "templates");
  return await readTemplatesScreen({ tenantId, search: new URL(args.request.url).searchParams });
}

export async function action(args: ActionFunctionArgs) {
  return await changeTemplates(args, await requireCustomer(args, "templates"));
}

export default function Templates() {
  const { templates, isRunnable, isStoodIn, form } = useLoaderData<typeof loader>();
  const refusal = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  const own = templates.filter((one) => one.own);
  if (form) {
    return (
      <Page
        title={form.title}
        lead="What a task starts with. Changes apply to tasks that you start from now on."
        actions={<ButtonLink to="/templates">All templates</ButtonLink>}
      >
        <Refused answer={refusal} />
        <Panel className="max-w-3xl">
          <TemplateForm key={form.key} form={form} answer={refusal} />
        </Panel>
      </Page>
    );
  }
  return (
    <Page
      title="Templates"
      lead="The image, start command, variables and ports that a task starts with. Choose one when you rent."
      actions={
        <ButtonLink look="primary" to="/templates?new=1">
          New template
        </ButtonLink>
      }
    >
      <Refused answer={refusal?.intent === DELETE_TEMPLATE ? undefined : refusal} />
      {isRunnable ? null : (
        <Banner>
          Templates need a cluster that runs containers, and none does at the moment. You can create yours now.
        </Banner>
      )}
      <Panel title="Your templates" padded={false}>
        <TemplateTable
          caption="Your templates"
          templates={own}
          isRunnable={isRunnable}
          answer={refusal}
          empty={
            <>
              No templates of your own yet. <TextLink to="/templates?new=1">Create one</TextLink>, or copy one of those
              below and change it.
            </>
          }
        />
      </Panel>
      <Panel title="Built in" padded={false}>
        <TemplateTable
          caption="Built-in templates"
          templates={templates.filter((one) => !one.own)}
          isRunnable={isRunnable}
          answer={undefined}
          taken={own.map(({ name }) => name)}
          empty="There are no built-in templates here."
        />
      </Panel>
      {isStoodIn ? (
        <Banner>
          This demo cannot pull images: tasks run on its machine's own system, and small programs stand in for
          JupyterLab, vLLM and ComfyUI on their ports. Only containers enforce byte limits and run images of your own:{" "}
          <code>MILLRACE_DEMO_RUNTIME=container npm start</code>.
        </Banner>
      ) : null}
    </Page>
  );
}
