import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { SHOWN } from "~/domain/shown-messages";
import { beginByForm } from "./begin-by-form.server";

/** Nothing to see: the button's form is sent here, and one that was open for too long leads to a fresh one. */
export function loader() {
  return redirect("/login");
}

export async function action(args: ActionFunctionArgs) {
  return await beginByForm(args, args.params["provider"] ?? "");
}

export default function LoginWith() {
  return <p>{SHOWN.pageExpired}</p>;
}
