import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listSessions } from "~/domain/users/list-sessions.server";
import { readApiKey } from "~/domain/users/read-api-key.server";
import { isRecentLogin, requireCustomer } from "~/http/access.server";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { ApiKeyPanel } from "./api-key-panel";
import { changeSecurity } from "./change-security.server";
import { SessionTable } from "./session-table";

export const meta: MetaFunction = () => [{ title: "Security · Millrace" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { userId, sessionId, loginAt } = await requireCustomer(request);
  const now = new Date();
  const [key, sessions] = await Promise.all([readApiKey({ userId }), listSessions({ userId, now })]);
  return {
    maskedKey: key?.masked ?? "none",
    askPassword: !isRecentLogin(loginAt, now),
    sessions: sessions.map((session) => ({ ...session, current: session.id === sessionId })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return await changeSecurity(request);
}

export default function Security() {
  const { maskedKey, askPassword, sessions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page title="Security">
      <ApiKeyPanel
        masked={maskedKey}
        shown={answer && "shownKey" in answer ? String(answer.shownKey) : null}
        askPassword={askPassword}
        refused={answer && "message" in answer ? answer : null}
      />
      <Panel title="Sessions" lead="Where you are logged in." padded={false}>
        <SessionTable sessions={sessions} />
      </Panel>
    </Page>
  );
}
