import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/http/access.server";
import { keyOfPath, readUserScreen, requireUser } from "../user/read-user-screen.server";
import { userAction } from "../user/user-action.server";
import { UserDetail } from "../user/user-detail";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.user.name ?? "User"} · Millrace` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  return await readUserScreen({ key: keyOfPath(params["id"]), viewer, now: new Date() });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireStaff(request, "operator");
  return await userAction(request, viewer, await requireUser(keyOfPath(params["id"])));
}

export default function UserById() {
  return <UserDetail loaded={useLoaderData<typeof loader>()} />;
}
