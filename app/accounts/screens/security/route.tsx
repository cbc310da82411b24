import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listOwnActs } from "~/platform/list-own-acts.server";
import { listStaffAccess } from "~/platform/list-staff-access.server";
import { placeOf, placeText } from "~/platform/audit-place";
import { listSessions } from "~/accounts/list-sessions.server";
import { readApiKey } from "~/accounts/read-api-key.server";
import { listIdentities } from "~/accounts/inside/identities/list-identities.server";
import { PASSKEYS_MAX } from "~/accounts/inside/passkeys/add-passkey.server";
import { listPasskeys } from "~/accounts/inside/passkeys/list-passkeys.server";
import { offeredProviders } from "~/accounts/offered-providers.server";
import { readTwoFactor } from "~/accounts/two-factor.server";
import { may } from "~/platform/may";
import { isRecentLogin } from "~/accounts/recent-login";
import { requireCustomer } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { partyOf } from "~/platform/http/passkey-party.server";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { ApiKeyPanel } from "./api-key-panel";
import { changeSecurity } from "./change-security.server";
import { EndOthers, SessionTable } from "./session-table";
import { OwnActsPanel } from "./own-acts-panel";
import { StaffAccessPanel } from "./staff-access-panel";
import { TwoFactorPanel } from "./two-factor-panel";
import { LoginMethodsPanel } from "./login-methods-panel";

export const meta: MetaFunction = () => [{ title: "Security · Millrace" }];

const NOTHING: Awaited<ReturnType<typeof listStaffAccess>> = { rows: [], next: null };

export async function loader(args: LoaderFunctionArgs) {
  const { userId, tenantId, memberRole, sessionId, loginAt, lacksTwoFactor } = await requireCustomer(args, "security");
  const now = presentTime();
  const place = placeOf(new URL(args.request.url).searchParams.get("staff_after"));
  const [key, sessions, twoFactor, identities, passkeys, ownActs, access] = await Promise.all([
    readApiKey({ userId }),
    listSessions({ userId, now }),
    readTwoFactor({ userId, sessionId }),
    listIdentities({ userId }),
    listPasskeys({ userId }),
    partOrNull(args, "own acts", listOwnActs({ userId })),
    // Only members who run the team see staff access.
    may(memberRole, "team.act")
      ? partOrNull(args, "staff access", listStaffAccess({ tenantId, after: place }))
      : NOTHING,
  ]);
  return {
    maskedKey: key?.masked ?? "none",
    keyUsedTs: key?.usedAt ? Math.floor(key.usedAt.getTime() / 1000) : null,
    askPassword: !isRecentLogin(loginAt, now),
    twoFactor,
    identities,
    providers: offeredProviders(),
    passkeys,
    takesPasskeys: partyOf(args) !== null && passkeys.length < PASSKEYS_MAX,
    lacksTwoFactor,
    ownActs,
    staffAccess: access && {
      rows: access.rows,
      next: access.next && placeText(access.next),
      isFirst: place === null,
    },
    sessions: sessions.map((session) => ({ ...session, current: session.id === sessionId })),
  };
}

export async function action(args: ActionFunctionArgs) {
  return await changeSecurity(args);
}

export default function Security() {
  const { maskedKey, keyUsedTs, askPassword, sessions, twoFactor, lacksTwoFactor, ownActs, staffAccess, ...ways } =
    useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const refusal = refusalIn(answer);
  return (
    <Page title="Security" lead="How you log in, where you are logged in, and your API key.">
      <LoginMethodsPanel {...ways} askPassword={askPassword} answer={refusal} />
      <TwoFactorPanel
        twoFactor={twoFactor}
        required={lacksTwoFactor}
        askPassword={askPassword}
        recoveryCodes={answer && "recoveryCodes" in answer ? (answer.recoveryCodes as string[]) : null}
        answer={refusal}
      />
      <Panel
        title="Sessions"
        lead="Where you are logged in."
        padded={false}
        actions={sessions.length > 1 ? <EndOthers answer={refusal} /> : null}
      >
        <SessionTable sessions={sessions} />
      </Panel>
      <ApiKeyPanel
        masked={maskedKey}
        usedTs={keyUsedTs}
        shown={answer && "shownKey" in answer ? String(answer.shownKey) : null}
        askPassword={askPassword}
        twoFactor={twoFactor.on}
        answer={refusal}
      />
      <OwnActsPanel acts={ownActs} />
      <StaffAccessPanel access={staffAccess} />
    </Page>
  );
}
