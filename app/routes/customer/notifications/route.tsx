import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  listNotifications,
  notificationPlaceOf,
  type NotificationRow,
} from "~/domain/notices/list-notifications.server";
import { requireCustomer } from "~/http/access.server";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { StatusDot } from "~/ui/status-dot";
import { Table } from "~/ui/table";
import { TextLink } from "~/ui/text-link";
import { Time } from "~/ui/time";
import { Places } from "../webhook/places";
import { WhatIsTold } from "./what-is-told";

export const meta: MetaFunction = () => [{ title: "Notifications · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId, email, memberRole } = await requireCustomer(args, "notifications");
  const before = notificationPlaceOf(new URL(args.request.url).searchParams.get("before"));
  return { ...(await listNotifications({ tenantId, memberRole, before })), isFirst: before === null, email };
}

export default function Notifications() {
  const { rows, next, isFirst, email } = useLoaderData<typeof loader>();
  return (
    <Page title="Notifications" lead="What you are told and how, and what you were told in the last 90 days.">
      <WhatIsTold email={email} />
      <Panel title="Recent" padded={false}>
        <Table
          caption="Recent notifications"
          rows={rows}
          rowKey={({ id }) => id}
          empty="Nothing yet. What happens to your tasks and your money stands here."
          columns={[
            { head: "Message", title: true, cell: (row) => <Message row={row} />, className: "md:w-full" },
            { head: "Date", label: "", cell: ({ ts }) => <Time epochSeconds={ts} />, className: "text-muted" },
          ]}
        />
        <Places isFirst={isFirst} next={next} />
      </Panel>
    </Page>
  );
}

function Message({ row: { retcode, message, url } }: { row: NotificationRow }) {
  return (
    <StatusDot tone={retcode === "OK" ? "ok" : "danger"}>
      <span className="font-normal whitespace-normal [overflow-wrap:anywhere]">
        {url === "" ? message : <TextLink to={url}>{message}</TextLink>}
      </span>
    </StatusDot>
  );
}
