import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { SHOWN } from "~/domain/shown-messages";
import { beginByForm } from "./begin-by-form.server";

/** Receives the button's form, and replaces one that was open for too long. */
export function loader() {
  return redirect("/login");
}

export async function action(args: ActionFunctionArgs) {
  return await beginByForm(args, args.params["provider"] ?? "");
}

export default function LoginWith() {
  return <p>{SHOWN.pageExpired}</p>;
}
