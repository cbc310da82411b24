import { mayManage, type MemberRole } from "~/platform/may";
import { ROLE_WORDS } from "~/platform/role-words";
import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { formatCents, formatDate } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { MemberActions } from "./member-actions";
import type { TeamScreen } from "./read-team-screen.server";

export type ShownMember = TeamScreen["members"][number];

interface MemberTableProps {
  members: ShownMember[];
  me: { userId: number; role: MemberRole };
  /** Why the screen's last form was refused. */
  answer: FormAnswer | undefined;
}

/** Members by role; managers can change those that the matrix allows (16.2). */
export function MemberTable({ members, me, answer }: MemberTableProps) {
  const changes = members.some((member) => isManaged(member, me));
  return (
    <Table
      caption="Members"
      rows={members}
      rowKey={(member) => member.user_id}
      empty="No members"
      columns={[
        { head: "Name", cell: (member) => <Who member={member} isMe={member.user_id === me.userId} /> },
        { head: "Role", cell: ({ role }) => ROLE_WORDS[role].label },
        { head: "Since", cell: ({ ts_joined }) => <Time epochSeconds={ts_joined} format={formatDate} /> },
        {
          head: "Spent this month",
          cell: (member) => <Spent member={member} />,
          numeric: true,
          className: "max-md:col-span-full",
        },
        ...(changes
          ? [
              {
                head: <span className="sr-only">Change</span>,
                cell: (member: ShownMember) =>
                  isManaged(member, me) ? <MemberActions member={member} actor={me.role} answer={answer} /> : null,
                className: "max-md:col-span-full",
              },
            ]
          : []),
      ]}
    />
  );
}

function isManaged(member: ShownMember, me: MemberTableProps["me"]): boolean {
  return member.user_id !== me.userId && mayManage(me.role, member.role);
}

function Who({ member, isMe }: { member: ShownMember; isMe: boolean }) {
  return (
    <div className="flex flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">{member.name}</span>
        {isMe ? <Badge tone="neutral">you</Badge> : null}
      </span>
      <span className="font-normal [overflow-wrap:anywhere] text-muted">{member.email}</span>
    </div>
  );
}

/** The spend is null for the owner, and for everyone else if the viewer may not set limits. */
function Spent({ member: { spent_dollars, limit_dollars } }: { member: ShownMember }) {
  if (spent_dollars === null) return <span className="text-muted">–</span>;
  return (
    <>
      {formatCents(Math.round(spent_dollars * 100))}
      {limit_dollars === null ? null : (
        <span className="text-muted"> of {formatCents(Math.round(limit_dollars * 100))}</span>
      )}
    </>
  );
}
