import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { presentTime } from "~/platform/time.server";
import { readUserScreen, requireUser } from "../user/read-user-screen.server";
import { userAction } from "../user/user-action.server";
import { UserDetail } from "../user/user-detail";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.user.name ?? "User"} · Millrace` }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "user-by-tenant");
  return await readUserScreen(args, {
    key: { tenantName: args.params["tenantName"] ?? "" },
    viewer,
    now: presentTime(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "user-by-tenant");
  return await userAction(args, viewer, await requireUser({ tenantName: args.params["tenantName"] ?? "" }));
}

export default function UserByTenant() {
  return <UserDetail loaded={useLoaderData<typeof loader>()} />;
}
