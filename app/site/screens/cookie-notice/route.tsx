import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { takeNotice } from "./take-notice.server";

/** Redirects home: the notice is part of every screen. */
export function loader() {
  return redirect("/");
}

export async function action(args: ActionFunctionArgs) {
  return await takeNotice(args);
}

export default function CookieNotice() {
  return null;
}
