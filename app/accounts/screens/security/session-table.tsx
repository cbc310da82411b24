import type { SessionRow } from "~/accounts/list-sessions.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { browserName } from "~/platform/ui/browser-name";
import { Button } from "~/platform/ui/button";
import { FormPopup } from "~/platform/ui/form-popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";

interface ShownSession extends SessionRow {
  current: boolean;
}

/** The user's sessions, with End for every other one. */
export function SessionTable({ sessions }: { sessions: ShownSession[] }) {
  return (
    <Table
      caption="Sessions"
      rows={sessions}
      rowKey={(session) => session.id}
      empty="No sessions"
      columns={[
        { head: "Browser", cell: (session) => browserName(session.userAgent), className: "font-medium" },
        { head: "Address", cell: (session) => session.ip || "–" },
        { head: "Logged in", cell: (session) => <Time epochSeconds={session.loginTs} /> },
        { head: "Last seen", cell: (session) => <Time epochSeconds={session.lastSeenTs} /> },
        {
          head: <span className="sr-only">End</span>,
          cell: (session) => <End session={session} />,
          className: "md:text-right",
        },
      ]}
    />
  );
}

function End({ session }: { session: ShownSession }) {
  if (session.current) return <Badge tone="accent">this one</Badge>;
  return (
    <PostForm intent="end-session">
      <input type="hidden" name="id" value={session.id} />
      <Button size="small">End</Button>
    </PostForm>
  );
}

/** Ends every session except the current one. */
export function EndOthers({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <FormPopup button="End all others" size="small" title="End all other sessions?" intent="end-others" answer={answer}>
      <p className="text-sm text-muted">Every other browser is logged out. API keys keep working.</p>
      <div>
        <SubmitButton intent="end-others" look="danger">
          End all others
        </SubmitButton>
      </div>
    </FormPopup>
  );
}
