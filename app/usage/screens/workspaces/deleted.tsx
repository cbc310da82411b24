import type { DeletedWorkspace } from "~/usage/inside/workspaces/read-deleted.server";
import { formatDate } from "~/platform/ui/format";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { type Column, Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";

/** Workspaces deleted in the last 30 days, which can be brought back. */
export function Deleted({ rows, mayWrite }: { rows: DeletedWorkspace[]; mayWrite: boolean }) {
  return (
    <Table
      caption="Deleted workspaces"
      rows={rows}
      rowKey={(row) => row.name}
      empty="No deleted workspaces"
      columns={[
        { head: "Workspace", cell: ({ name }) => name, className: "font-medium break-all" },
        {
          head: "Owner",
          cell: (row) => <TextLink to={`/users/view/${row.ownerId}`}>{row.ownerEmail || row.tenantName}</TextLink>,
          className: "[overflow-wrap:anywhere]",
        },
        { head: "Deleted", cell: ({ deleted }) => <Time epochSeconds={deleted} format={formatDate} /> },
        { head: "Name kept until", cell: ({ keptUntil }) => <Time epochSeconds={keptUntil} format={formatDate} /> },
        ...(mayWrite ? [UNDO] : []),
      ]}
    />
  );
}

const UNDO: Column<DeletedWorkspace> = {
  head: <span className="sr-only">Undo</span>,
  cell: ({ name }) => (
    <PostForm intent="undo-delete">
      <input type="hidden" name="workspace" value={name} />
      <SubmitButton size="small" look="secondary" aria-label={`Undo the deletion of ${name}`}>
        Undo
      </SubmitButton>
    </PostForm>
  ),
  className: "md:text-right",
};
