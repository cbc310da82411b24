import { ROLE_WORDS } from "~/domain/may";
import type { InvitationRow } from "~/domain/accounts/teams/list-team.server";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { Table } from "~/ui/table";
import { Time } from "~/ui/time";

/** Who was invited and has not answered. */
export function InvitationTable({ invitations }: { invitations: InvitationRow[] }) {
  return (
    <Table
      caption="Open invitations"
      rows={invitations}
      rowKey={({ id }) => id}
      empty="Nobody is invited."
      columns={[
        { head: "Email", cell: ({ email }) => email, className: "font-medium [overflow-wrap:anywhere]" },
        { head: "Role", cell: ({ role }) => ROLE_WORDS[role].label },
        { head: "Invited by", cell: ({ invitedBy }) => invitedBy, className: "[overflow-wrap:anywhere]" },
        { head: "Works until", cell: ({ expiresTs }) => <Time epochSeconds={expiresTs} /> },
        {
          head: <span className="sr-only">Withdraw</span>,
          cell: ({ id, email }) => (
            <PostForm intent="withdraw" className="flex md:justify-end">
              <input type="hidden" name="id" value={id} />
              <SubmitButton look="secondary" size="small" aria-label={`Withdraw the invitation of ${email}`}>
                Withdraw
              </SubmitButton>
            </PostForm>
          ),
        },
      ]}
    />
  );
}
