import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { presentTime } from "~/platform/time.server";
import { keyOfPath, readUserScreen, requireUser } from "../user/read-user-screen.server";
import { userAction } from "../user/user-action.server";
import { UserDetail } from "../user/user-detail";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.user.name ?? "User"} · Millrace` }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "user-by-id");
  return await readUserScreen(args, { key: keyOfPath(args.params["id"]), viewer, now: presentTime() });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "user-by-id");
  return await userAction(args, viewer, await requireUser(keyOfPath(args.params["id"])));
}

export default function UserById() {
  return <UserDetail loaded={useLoaderData<typeof loader>()} />;
}
