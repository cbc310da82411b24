import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { MemberView } from "./user-views.server";

interface MembersProps {
  members: MemberView[];
  others: { tenantName: string; role: string }[];
}

/** Members of the page's tenant, and other tenants of its user. */
export function Members({ members, others }: MembersProps) {
  return (
    <>
      <Table
        caption="Members"
        rows={members}
        rowKey={({ user_id }) => user_id}
        empty="No members"
        columns={[
          {
            head: "Name",
            cell: ({ user_id, name }) => <TextLink to={`/users/view/${user_id}`}>{name}</TextLink>,
            className: "font-medium [overflow-wrap:anywhere]",
          },
          { head: "Email", cell: ({ email }) => email, className: "[overflow-wrap:anywhere]" },
          { head: "Role", cell: ({ role }) => role },
          { head: "Since", cell: ({ ts_joined }) => <Time epochSeconds={ts_joined} /> },
        ]}
      />
      {others.length > 0 ? (
        <p className="flex flex-wrap gap-x-3 gap-y-1 border-t px-4 py-3 text-sm text-muted sm:px-5">
          <span>Also at:</span>
          {others.map(({ tenantName, role }) => (
            <span key={tenantName}>
              <TextLink to={`/users/stats/${tenantName}`}>{tenantName}</TextLink> ({role})
            </span>
          ))}
        </p>
      ) : null}
    </>
  );
}
