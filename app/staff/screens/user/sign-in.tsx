import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { browserName } from "~/platform/ui/browser-name";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { TextField } from "~/platform/ui/text-field";
import { Time } from "~/platform/ui/time";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import type { ApiKeyView, SessionView } from "./user-views.server";

/** The user's sessions, last used first. */
export function Sessions({ sessions }: { sessions: SessionView[] }) {
  return (
    <Table
      caption="Sessions"
      rows={sessions.map((session, place) => ({ ...session, place }))}
      rowKey={(session) => session.place}
      empty="No sessions. Each browser that logs in is listed here."
      columns={[
        { head: "Browser", cell: (session) => browserName(session.userAgent), className: "font-medium" },
        { head: "Address", cell: (session) => session.ip || "–" },
        { head: "Logged in", cell: (session) => <Time epochSeconds={session.loginTs} /> },
        { head: "Last seen", cell: (session) => <Time epochSeconds={session.lastSeenTs} /> },
      ]}
    />
  );
}

/** Logs the user out everywhere; the customer can read the reason. */
export function EndSessions({ answer }: { answer: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<{ reason: string }>("end-sessions", answer);
  return (
    <Popup button="End sessions" title="End all sessions" size="small" stayOpen={answer?.intent === "end-sessions"}>
      <PostForm intent="end-sessions" id={form.id} className="flex flex-col gap-4">
        <p className="text-sm">The user is logged out everywhere and can log in again. The API key stays.</p>
        <TextField
          field={fields.reason}
          label="Reason"
          maxLength={200}
          autoComplete="off"
          hint="The customer reads it under Staff access."
        />
        <div>
          <SubmitButton look="danger" intent="end-sessions">
            End sessions
          </SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}

/** Describes the access of a key; a named one shows its name and scopes. */
function opensText({ scope, name, scopes }: ApiKeyView): string {
  if (scope === "full") return "everything of the account";
  return scope === "named" ? `${name}: ${scopes.join(", ")}` : scope;
}

/** The user's keys by their last four characters. */
export function ApiKeys({ apiKeys }: { apiKeys: ApiKeyView[] }) {
  return (
    <Table
      caption="API keys"
      rows={apiKeys}
      rowKey={(key) => key.id}
      empty="No API keys. The user makes one on the security screen."
      columns={[
        { head: "Key", cell: (key) => key.masked, className: "font-mono text-code" },
        { head: "Opens", cell: opensText, className: "[overflow-wrap:anywhere]" },
        { head: "Made", cell: (key) => <Time epochSeconds={key.madeTs} /> },
        {
          head: "Last used",
          cell: ({ usedTs }) => (usedTs === null ? "none known" : <Time epochSeconds={usedTs} />),
        },
        {
          head: "State",
          cell: (key) =>
            key.revokedTs !== null ? (
              <>
                ended <Time epochSeconds={key.revokedTs} />
              </>
            ) : key.expiresTs === null ? (
              <Badge tone="ok">valid</Badge>
            ) : (
              <>
                until <Time epochSeconds={key.expiresTs} />
              </>
            ),
        },
      ]}
    />
  );
}
