import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MOST_KEYS } from "~/accounts/inside/api-keys/create-key.server";
import { listKeys } from "~/accounts/list-keys.server";
import { isRecentLogin } from "~/accounts/recent-login";
import { requireCustomer } from "~/platform/http/access.server";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { TextLink } from "~/platform/ui/text-link";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { changeApiKeys } from "./change-api-keys.server";
import { KeyTable } from "./key-table";
import { MakeForm } from "./make-form";
import { type ShownKey, ShownKeyPanel } from "./shown-key-panel";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "API keys · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { userId, tenantId, loginAt } = await requireCustomer(args, "api-keys");
  const now = presentTime();
  const keys = await listKeys({ tenantId, userId, now });
  const valid = keys.filter(({ own, state }) => !own && state === "valid").length;
  return { keys, full: valid >= MOST_KEYS, most: MOST_KEYS, askPassword: !isRecentLogin(loginAt, now) };
}

export async function action(args: ActionFunctionArgs) {
  return await changeApiKeys(args);
}

export default function ApiKeys() {
  const { keys, full, most, askPassword } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const refusal = refusalIn(answer);
  const shown = answer && "shownKey" in answer ? (answer as unknown as ShownKey) : null;
  return (
    <Page
      title="API keys"
      lead={
        <>
          Give each program its own key, with no more access than it needs. <TextLink to="/api">API reference</TextLink>
        </>
      }
    >
      {shown ? <ShownKeyPanel shown={shown} /> : null}
      {refusal && refusal.intent !== "make" ? <Refused answer={refusal} /> : null}
      <Panel title="Your keys" padded={false}>
        <KeyTable keys={keys} askPassword={askPassword} answer={refusal} />
      </Panel>
      <Panel
        title="Create a key"
        lead="It acts on your behalf within the scopes you choose, and never with staff rights."
      >
        {full ? (
          <p className="text-muted">You have {most} working keys, the maximum. Revoke one that is no longer used.</p>
        ) : (
          <MakeForm key={shown?.shownKey} askPassword={askPassword} answer={refusal} />
        )}
      </Panel>
    </Page>
  );
}
