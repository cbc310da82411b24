import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readTaskNews } from "~/accounts/inside/task-news.server";
import { listGpuAlerts } from "~/compute/gpu-alerts.server";
import { listGpuTypes } from "~/compute/list-gpu-types.server";
import { readFree } from "~/compute/read-free.server";
import { hasFree } from "~/compute/free-gpus";
import { listNotifications, notificationPlaceOf, type NotificationRow } from "~/platform/list-notifications.server";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction } from "~/platform/http/form.server";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { Places } from "~/accounts/views/places";
import { presentTime } from "~/platform/time.server";
import { GpuAlertsPanel } from "./gpu-alerts-panel";
import { addGpuAlertIntent, removeGpuAlertIntent } from "./gpu-alerts.server";
import { TaskNewsPanel } from "./task-news-panel";
import { taskNewsIntent } from "./task-news.server";
import { NotificationList } from "./notification-list";

export const meta: MetaFunction = () => [{ title: "Notifications · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId, userId, email, memberRole } = await requireCustomer(args, "notifications");
  const asked = new URL(args.request.url).searchParams;
  const before = notificationPlaceOf(asked.get("before"));
  const [listed, news, alerts, types, free] = await Promise.all([
    listNotifications({ tenantId, memberRole, before }),
    readTaskNews({ userId }),
    listGpuAlerts({ userId }),
    listGpuTypes(),
    readFree({ now: presentTime() }),
  ]);
  const known = new Set([...alerts, ...free.filter(hasFree)].map(({ gpu_type }) => gpu_type));
  const others = types
    .filter(({ gpuType }) => !known.has(gpuType))
    .map(({ gpuType, name }) => ({ value: gpuType, label: name || gpuType }));
  return { ...listed, isFirst: before === null, email, news, gpus: { alerts, others, wait: asked.get("wait") } };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCustomer(args, "notifications");
  return await formAction(args, {
    "task-news": taskNewsIntent(viewer),
    "add-gpu-alert": addGpuAlertIntent(viewer),
    "remove-gpu-alert": removeGpuAlertIntent(viewer),
  });
}

export default function Notifications() {
  const { rows, next, isFirst, email, news, gpus } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <Page title="Notifications" lead="Every notification of the last 90 days, what we notify you about, and how.">
      <Refused answer={answer} />
      <Panel title="Recent" padded={false}>
        <Table
          caption="Recent notifications"
          rows={rows}
          rowKey={({ id }) => id}
          empty="Nothing yet. News of your tasks and your balance will appear here."
          columns={[
            { head: "Message", title: true, cell: (row) => <Message row={row} />, className: "md:w-full" },
            { head: "Date", label: "", cell: ({ ts }) => <Time epochSeconds={ts} />, className: "text-muted" },
          ]}
        />
        <Places isFirst={isFirst} next={next} />
      </Panel>
      <NotificationList email={email} />
      <TaskNewsPanel news={news} />
      <GpuAlertsPanel {...gpus} />
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
