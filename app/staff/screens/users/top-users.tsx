import { formatCoins } from "~/platform/ui/usage-format";
import { Popup } from "~/platform/ui/popup";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";

interface TopUsersProps {
  top: { tenantName: string; coins: number }[] | null;
  figuresTs: number | null;
}

/** The users who spent the most coins in 30 days, in millions (A10). */
export function TopUsers({ top, figuresTs }: TopUsersProps) {
  return (
    <Popup button="Top Paid Users" title="Top users by coins">
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          Coins spent in 30 days, in millions
          {figuresTs === null ? null : (
            <>
              , as of <Time epochSeconds={figuresTs} zoned />
            </>
          )}
          .
        </p>
        {top ? (
          <div className="-mx-5 -mb-5 border-t">
            <Table
              caption="Top users by coins"
              compact
              rows={top}
              rowKey={({ tenantName }) => tenantName}
              empty="Nobody has spent coins in 30 days"
              columns={[
                {
                  head: "Tenant",
                  cell: ({ tenantName }) => (
                    <TextLink to={`/users/stats/${encodeURIComponent(tenantName)}`}>{tenantName}</TextLink>
                  ),
                  className: "[overflow-wrap:anywhere]",
                },
                { head: "Balance", cell: ({ coins }) => formatCoins(coins), numeric: true },
              ]}
            />
          </div>
        ) : (
          <Unread />
        )}
      </div>
    </Popup>
  );
}
