import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { setTheme } from "./set-theme.server";

/** Redirects home: the switch is part of every screen. */
export function loader() {
  return redirect("/");
}

export async function action(args: ActionFunctionArgs) {
  return await setTheme(args);
}

export default function Theme() {
  return null;
}
