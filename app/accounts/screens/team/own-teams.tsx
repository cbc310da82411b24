import { isMemberRole } from "~/platform/may";
import { ROLE_WORDS } from "~/platform/role-words";
import { Badge } from "~/platform/ui/badge";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import type { TeamScreen } from "./read-team-screen.server";

/** The viewer's teams, with a button to switch. */
export function OwnTeams({ teams }: { teams: TeamScreen["teams"] }) {
  return (
    <Table
      caption="Your teams"
      rows={teams}
      rowKey={({ tenantId }) => tenantId}
      empty="No teams"
      columns={[
        { head: "Team", cell: ({ called }) => called, className: "font-medium [overflow-wrap:anywhere]" },
        { head: "Your role", cell: ({ role }) => (isMemberRole(role) ? ROLE_WORDS[role].label : role) },
        {
          head: <span className="sr-only">Switch</span>,
          cell: ({ tenantId, called, current }) =>
            current ? (
              <div className="flex md:justify-end">
                <Badge tone="ok">you are here</Badge>
              </div>
            ) : (
              <PostForm intent="switch" className="flex md:justify-end">
                <input type="hidden" name="team" value={tenantId} />
                <SubmitButton look="secondary" size="small" aria-label={`Switch to ${called}`}>
                  Switch
                </SubmitButton>
              </PostForm>
            ),
        },
      ]}
    />
  );
}
