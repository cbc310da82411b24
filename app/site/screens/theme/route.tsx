import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { setTheme } from "./set-theme.server";

/** There is nothing to see here: the switch stands on every screen. */
export function loader() {
  return redirect("/");
}

export async function action(args: ActionFunctionArgs) {
  return await setTheme(args);
}

export default function Theme() {
  return null;
}
