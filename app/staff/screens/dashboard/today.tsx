import { formatTime } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";
import type { TodayView } from "./read-today.server";

/** The newest changes of the day; `withAudit`: the whole record is a click away. */
export function TodayPanel({ today, withAudit }: { today: TodayView | null; withAudit: boolean }) {
  return (
    <Panel
      title="Changed today"
      actions={withAudit ? <TextLink to="/dashboard/audit?range=today">Audit</TextLink> : undefined}
    >
      {today === null ? (
        <Unread />
      ) : today.length === 0 ? (
        <p className="text-muted">Nothing yet since 00:00 UTC. Acts of staff, sign-ups and incidents appear here.</p>
      ) : (
        <ol className="flex flex-col gap-2.5 text-sm">
          {today.map(({ ts, what, name, to, more, detail }, place) => (
            <li key={place} className="grid grid-cols-[auto_1fr] gap-x-4 [overflow-wrap:anywhere]">
              <span className="text-muted">
                <Time epochSeconds={ts} format={formatTime} utc />
              </span>
              <span>
                <span className="font-medium">{what}</span> <bdi>{to ? <TextLink to={to}>{name}</TextLink> : name}</bdi>
                {more > 0 ? ` and ${more} more` : null}{" "}
                <span className="text-muted">
                  <bdi>{detail}</bdi>
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
