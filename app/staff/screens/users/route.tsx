import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Unread } from "~/platform/ui/unread";
import { presentTime } from "~/platform/time.server";
import { ActiveUsers } from "./active-users";
import { AllUsers } from "./all-users";
import { CustomerList } from "./customer-list";
import { askedOf, readUsersScreen, usersTables } from "./read-users-screen.server";
import { SignUps } from "./sign-ups";
import { TopUsers } from "./top-users";

export const meta: MetaFunction = () => [{ title: "Users · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args);
  const asked = { search: new URL(args.request.url).searchParams, now: presentTime() };
  await csvInstead(args, usersTables(asked));
  const parts = readUsersScreen(asked);
  const [active, history, signUps, top, pro, free, users, figuresTs] = await Promise.all([
    partOrNull(args, "active users", parts.active),
    partOrNull(args, "active users of each day", parts.history),
    partOrNull(args, "sign-ups", parts.signUps),
    partOrNull(args, "top users", parts.top),
    partOrNull(args, "PRO", parts.pro),
    partOrNull(args, "FREE", parts.free),
    partOrNull(args, "all users", parts.users),
    partOrNull(args, "age of the figures", parts.figuresTs),
  ]);
  return { asked: askedOf(asked), active, history, signUps, top, pro, free, users, figuresTs };
}

export default function Users() {
  const { asked, active, history, signUps, top, pro, free, users, figuresTs } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Users"
      lead="Sign-ups, active users, and every user to search and sort."
      actions={<TopUsers top={top} figuresTs={figuresTs} />}
    >
      <ActiveUsers active={active} history={history} asked={asked.active} />
      <Panel title="Sign-ups in 7 days">{signUps ? <SignUps days={signUps} /> : <Unread />}</Panel>
      <AllUsers asked={asked} users={users} figuresTs={figuresTs} />
      <CustomerList list="pro" title="PRO" q={asked.pro} users={pro} />
      <CustomerList list="free" title="FREE" q={asked.free} users={free} />
    </Page>
  );
}
