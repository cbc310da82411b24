import type { SessionRow } from "~/domain/accounts/list-sessions.server";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";
import { Time } from "~/ui/time";

interface ShownSession extends SessionRow {
  current: boolean;
}

/** Where the user is logged in, with End for each other session. */
export function SessionTable({ sessions }: { sessions: ShownSession[] }) {
  return (
    <Table
      caption="Sessions"
      rows={sessions}
      rowKey={(session) => session.id}
      empty="No sessions"
      columns={[
        { head: "Browser", cell: (session) => browserOf(session.userAgent), className: "font-medium" },
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

/** The browser's own name out of what it calls itself, with its system. */
function browserOf(userAgent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent)?.[1];
  if (!browser) return userAgent.slice(0, 40) || "unknown";
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system ? `${name} on ${system}` : name;
}
