import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isRecentLogin } from "~/accounts/recent-login";
import { requireCustomer } from "~/platform/http/access.server";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { TextLink } from "~/platform/ui/text-link";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { EndpointForm } from "../webhooks/endpoint-form";
import { changeEndpointForms } from "./change-endpoint.server";
import { DeliveryTable } from "./delivery-table";
import { EndpointActions } from "./endpoint-actions";
import { Places } from "~/accounts/views/places";
import { useRefetchEvery } from "~/platform/live/use-refetch-every";
import { presentTime } from "~/platform/time.server";
import { endpointIdInAddress, readWebhook } from "./read-webhook.server";
import { SecretPanel } from "./secret-panel";
import { isOnItsWay } from "./is-on-its-way";
import { StandingNote } from "./standing-note";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Webhook endpoint · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId, loginAt } = await requireCustomer(args, "webhook");
  const search = new URL(args.request.url).searchParams;
  const now = presentTime();
  const read = await readWebhook({ tenantId, params: args.params, search, now });
  return { ...read, askPassword: !isRecentLogin(loginAt, now), atMs: now.getTime() };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCustomer(args, "webhook");
  return await changeEndpointForms(args, viewer, endpointIdInAddress(args.params));
}

const STATES = [
  { state: null, label: "All" },
  { state: "waiting", label: "Waiting" },
  { state: "delivered", label: "Delivered" },
  { state: "failed", label: "Failed" },
] as const;

export default function Webhook() {
  const { endpoint, state: shown, rows, next, isFirst, askPassword, atMs } = useLoaderData<typeof loader>();
  useRefetchEvery(1000, endpoint.state === "on" && rows.some((row) => isOnItsWay(row, atMs)));
  const answer = useKeptAnswer(useActionData<typeof action>());
  const refusal = refusalIn(answer);
  const path = `/user/webhooks/${endpoint.id}`;
  return (
    <Page
      title={new URL(endpoint.url).host}
      lead={
        <>
          {endpoint.description || endpoint.url} · <TextLink to="/user/webhooks">All endpoints</TextLink>
        </>
      }
      actions={<EndpointActions endpoint={endpoint} answer={refusal} />}
    >
      <Refused answer={refusal} />
      <StandingNote endpoint={endpoint} />
      <Panel
        title="Deliveries"
        lead="What was sent in the last 30 days, newest first."
        padded={false}
        actions={
          <ChoiceLinks
            label="State"
            choices={STATES.map(({ state, label }) => ({
              ...{ label, to: state ? `${path}?state=${state}` : path, current: state === shown },
            }))}
          />
        }
      >
        <DeliveryTable rows={rows} filtered={shown !== null || !isFirst} on={endpoint.state === "on"} />
        <Places isFirst={isFirst} next={next} />
      </Panel>
      <SecretPanel
        endpoint={endpoint}
        askPassword={askPassword}
        secret={answer && "secret" in answer ? String(answer.secret) : null}
        answer={refusal}
      />
      <details className="more border-y py-4" open={refusal?.intent === "change"}>
        <summary className="flex items-center justify-between gap-4">
          <h2 className="text-lg font-semibold">Change</h2>
        </summary>
        <div className="pt-4">
          <EndpointForm
            key={JSON.stringify([endpoint.url, endpoint.description, endpoint.event_types])}
            intent="change"
            endpoint={endpoint}
            answer={refusal}
            submit="Save"
            askPassword={askPassword}
          />
        </div>
      </details>
    </Page>
  );
}
