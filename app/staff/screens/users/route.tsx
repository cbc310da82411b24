import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { hasRight } from "~/platform/staff-rights";
import { listRoleChoices } from "~/staff/inside/roles/list-roles.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Tabs } from "~/platform/ui/tabs";
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
  const viewer = await requireStaff(args, "users");
  const seesMoney = hasRight(viewer, "money.see");
  const asked = { seesMoney, search: new URL(args.request.url).searchParams, now: presentTime() };
  await csvInstead(args, usersTables(asked));
  const parts = readUsersScreen(asked);
  const [active, history, signUps, top, users, counts, figuresTs] = await Promise.all([
    partOrNull(args, "active users", parts.active),
    partOrNull(args, "active users of each day", parts.history),
    partOrNull(args, "sign-ups", parts.signUps),
    partOrNull(args, "top users", parts.top),
    partOrNull(args, "list", parts.users),
    partOrNull(args, "counts", parts.counts),
    partOrNull(args, "age of the figures", parts.figuresTs),
  ]);
  const manages = hasRight(viewer, "staff.act");
  const roles = await listRoleChoices();
  return { asked: askedOf(asked), active, history, signUps, top, users, counts, figuresTs, seesMoney, manages, roles };
}

export default function Users() {
  const { asked, active, history, signUps, top, users, counts, figuresTs, seesMoney, manages, roles } =
    useLoaderData<typeof loader>();
  const { tab } = asked;
  return (
    <Page
      title="Users"
      actions={
        <>
          {manages ? <ButtonLink to="/dashboard/staff-roles">Staff roles</ButtonLink> : null}
          {seesMoney ? <TopUsers top={top} figuresTs={figuresTs} /> : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Tabs
          label="Lists"
          tabs={TAB_LABELS.map(({ list, label }) => ({
            label: counts && list !== "all" ? `${label} ${counts[list].toLocaleString("en-US")}` : label,
            to: `/dashboard/users?list=${list}`,
            current: list === tab,
          }))}
        />
        {tab === "all" ? (
          <AllUsers {...{ asked, users, figuresTs, roles, seesMoney }} />
        ) : (
          <CustomerList key={tab} list={tab} title={tab.toUpperCase()} q={asked[tab]} users={users} />
        )}
      </div>
      <ActiveUsers active={active} history={history} asked={asked.active} />
      <Panel title="Sign-ups in 7 days">{signUps ? <SignUps days={signUps} /> : <Unread />}</Panel>
    </Page>
  );
}

const TAB_LABELS = [
  { list: "pro", label: "PRO" },
  { list: "free", label: "FREE" },
  { list: "all", label: "All users" },
] as const;
