import { ROLE_WORDS } from "~/platform/role-words";
import type { InvitationRow } from "~/accounts/list-team.server";
import { formatDate } from "~/platform/ui/format";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";

export function InvitationTable({ invitations }: { invitations: InvitationRow[] }) {
  return (
    <Table
      caption="Open invitations"
      rows={invitations}
      rowKey={({ id }) => id}
      empty="No open invitations."
      columns={[
        {
          head: "Email",
          cell: ({ email, invited_by }) => (
            <>
              <span className="font-medium">{email}</span>
              <span className="block font-normal text-muted">invited by {invited_by}</span>
            </>
          ),
          className: "[overflow-wrap:anywhere]",
        },
        { head: "Role", cell: ({ role }) => ROLE_WORDS[role].label },
        {
          head: <span className="whitespace-nowrap">Expires</span>,
          label: "Expires",
          cell: ({ ts_expires }) => <Time epochSeconds={ts_expires} format={formatDate} />,
          className: "whitespace-nowrap",
        },
        {
          head: <span className="sr-only">Change</span>,
          cell: ({ id, email, role }) => (
            <div className="flex gap-2 md:justify-end">
              <PostForm intent="invite">
                <input type="hidden" name="email" value={email} />
                <input type="hidden" name="role" value={role} />
                <SubmitButton look="secondary" size="small" aria-label={`Send ${email} the invitation again`}>
                  Send again
                </SubmitButton>
              </PostForm>
              <PostForm intent="withdraw">
                <input type="hidden" name="id" value={id} />
                <SubmitButton look="secondary" size="small" aria-label={`Withdraw the invitation of ${email}`}>
                  Withdraw
                </SubmitButton>
              </PostForm>
            </div>
          ),
          className: "max-md:col-span-full",
        },
      ]}
    />
  );
}
