import type { SessionRow } from "~/domain/accounts/list-sessions.server";
import type { FormAnswer } from "~/http/form.server";
import { Badge } from "~/ui/badge";
import { browserName } from "~/ui/browser-name";
import { Button } from "~/ui/button";
import { FormPopup } from "~/ui/form-popup";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { Table } from "~/ui/table";
import { Time } from "~/ui/time";

interface ShownSession extends SessionRow {
  current: boolean;
}

/** Where the user is logged in, with End for every other session. */
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
