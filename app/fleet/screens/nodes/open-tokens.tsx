import type { OpenToken } from "~/fleet/inside/nodes/list-enrolment-tokens.server";
import { Button } from "~/platform/ui/button";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";

/** Tokens that no machine has used yet. */
export function OpenTokens({ tokens }: { tokens: OpenToken[] }) {
  return (
    <Panel title="Waiting for their machine" padded={false}>
      <Table
        caption="Enrolment tokens that are not used yet"
        rows={tokens}
        rowKey={(token) => token.id}
        empty="No open tokens"
        columns={[
          { head: "Cluster", cell: (token) => token.cluster_name, className: "font-medium" },
          { head: "Made by", cell: (token) => token.made_by },
          { head: "Made", cell: (token) => <Time epochSeconds={token.created_ts} /> },
          { head: "Valid until", cell: (token) => <Time epochSeconds={token.expires_ts} /> },
          {
            head: <span className="sr-only">Withdraw</span>,
            cell: (token) => <Withdraw token={token} />,
            className: "text-right",
          },
        ]}
      />
    </Panel>
  );
}

function Withdraw({ token }: { token: OpenToken }) {
  return (
    <PostForm intent="withdraw-token">
      <input type="hidden" name="id" value={token.id} />
      <Button size="small" aria-label={`Withdraw the token for ${token.cluster_name}`}>
        Withdraw
      </Button>
    </PostForm>
  );
}
