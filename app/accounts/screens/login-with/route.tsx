import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { SHOWN } from "~/platform/shown-messages";
import { beginByForm } from "./begin-by-form.server";

/** Redirects: the button's form is sent here, and an expired one leads to a new form. */
export function loader() {
  return redirect("/login");
}

export async function action(args: ActionFunctionArgs) {
  return await beginByForm(args, args.params["provider"] ?? "");
}

export default function LoginWith() {
  return <p>{SHOWN.pageExpired}</p>;
}
