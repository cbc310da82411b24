import type { LoaderFunctionArgs } from "@remix-run/node";
import { endLogin } from "~/http/provider-login.server";

/** Where a provider sends the browser back to; from here it goes on at once. */
export async function loader(args: LoaderFunctionArgs) {
  return await endLogin(args, args.params["provider"] ?? "");
}

export default function LoginCallback() {
  return null;
}
