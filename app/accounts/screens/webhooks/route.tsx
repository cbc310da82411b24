import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isRecentLogin } from "~/accounts/recent-login";
import { listEndpoints } from "~/accounts/inside/endpoints/list-endpoints.server";
import { listLastDeliveries } from "~/accounts/inside/endpoints/list-last-deliveries.server";
import { requireCustomer } from "~/platform/http/access.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import { Refused } from "~/platform/ui/refused";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { FocusedPanel } from "~/platform/ui/focused-panel";
import { addEndpointForm } from "./add-endpoint.server";
import { EndpointForm } from "./endpoint-form";
import { EndpointTable } from "./endpoint-table";
import { NewSecret } from "./new-secret";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Webhooks · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId, loginAt } = await requireCustomer(args, "webhooks");
  const now = presentTime();
  const [endpoints, last] = await Promise.all([listEndpoints({ tenantId, now }), listLastDeliveries({ tenantId })]);
  return {
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, last: last.get(endpoint.id) ?? null })),
    askPassword: !isRecentLogin(loginAt, now),
  };
}

export async function action(args: ActionFunctionArgs) {
  return await addEndpointForm(args, await requireCustomer(args, "webhooks"));
}

export default function Webhooks() {
  const { endpoints, askPassword } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const refusal = refusalIn(answer);
  const made = answer && "secret" in answer ? (answer as { endpointId: string; secret: string }) : null;
  return (
    <Page
      title="Webhooks"
      lead={
        <>
          Millrace calls your programs when a task starts or ends, or when money runs low. Every webhook is signed, and
          retried until your endpoint accepts it. <TextLink to="/api?of=endpoints">Webhooks in the API</TextLink>
        </>
      }
    >
      <Refused answer={refusal} />
      {made ? (
        <FocusedPanel about={made.secret} title="The endpoint is ready">
          <NewSecret secret={made.secret}>
            <div>
              <ButtonLink to={`/user/webhooks/${made.endpointId}`}>Send it a test</ButtonLink>
            </div>
          </NewSecret>
        </FocusedPanel>
      ) : null}
      <Panel title="Endpoints" padded={false}>
        <EndpointTable endpoints={endpoints} />
      </Panel>
      {/* Once there are endpoints, their list comes first. */}
      <details className="more border-y py-4" open={endpoints.length === 0 || refusal !== undefined}>
        <summary className="flex items-center justify-between gap-4">
          <h2 className="text-lg font-semibold">Add an endpoint</h2>
        </summary>
        <div className="pt-4">
          <EndpointForm
            key={endpoints.length}
            intent="add"
            endpoint={null}
            answer={refusal}
            submit="Add endpoint"
            askPassword={askPassword}
          />
        </div>
      </details>
    </Page>
  );
}
