import { Badge } from "~/platform/ui/badge";
import { formatDate } from "~/platform/ui/format";
import type { Column } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { UserView } from "./users-view.server";

/** Three short cells share a line of a card. */
const SHORT = "max-md:col-span-2";

/** Columns of the documented lists (2.4). */
export const USER_COLUMNS: Column<UserView>[] = [
  { head: "Name", cell: (user) => <NameOf user={user} />, className: "[overflow-wrap:anywhere] md:min-w-40" },
  {
    head: "Email",
    cell: ({ id, email }) => (email ? <TextLink to={`/users/view/${id}`}>{email}</TextLink> : "–"),
    className: "[overflow-wrap:anywhere] max-md:col-span-full md:min-w-44",
  },
  { head: "Provider", cell: ({ provider }) => provider, className: SHORT },
  {
    head: "Subscription status",
    label: "Subscription",
    cell: ({ status }) => <Status status={status} />,
    className: SHORT,
  },
  {
    head: "Registration Date",
    cell: ({ created }) => <Time epochSeconds={created} format={formatDate} />,
    className: SHORT,
  },
];

/** The name in its own script, and badges for unusual accounts. */
export function NameOf({ user: { id, name, state, role } }: { user: UserView }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <TextLink to={`/users/view/${id}`} className="font-medium">
        <bdi>{name}</bdi>
      </TextLink>
      {state === "suspended" ? <Badge tone="danger">suspended</Badge> : null}
      {state === "unverified" ? <Badge tone="warn">unverified</Badge> : null}
      {state === "closed" ? <Badge>closed</Badge> : null}
      {role === "customer" ? null : <Badge tone="accent">{role}</Badge>}
    </span>
  );
}

export function Status({ status }: { status: string }) {
  if (status === "none") return <span className="text-muted">none</span>;
  return <Badge tone={status === "past_due" ? "warn" : status === "canceled" ? "neutral" : "ok"}>{status}</Badge>;
}
