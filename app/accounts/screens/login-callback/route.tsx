import type { LoaderFunctionArgs } from "@remix-run/node";
import { endLogin } from "~/platform/http/provider-login.server";

/** The provider returns the browser here; it continues at once. */
export async function loader(args: LoaderFunctionArgs) {
  return await endLogin(args, args.params["provider"] ?? "");
}

export default function LoginCallback() {
  return null;
}
