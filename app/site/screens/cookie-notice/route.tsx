import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { takeNotice } from "./take-notice.server";

/** There is nothing to see here: the notice stands on every screen. */
export function loader() {
  return redirect("/");
}

export async function action(args: ActionFunctionArgs) {
  return await takeNotice(args);
}

export default function CookieNotice() {
  return null;
}
