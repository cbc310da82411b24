import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { SHOWN } from "~/platform/shown-messages";
import { enterPort } from "~/compute/inside/ports/enter-port.server";
import { requireCustomer } from "~/platform/http/access.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { guidInAddress } from "~/platform/http/schemas/guid.server";
import { presentTime } from "~/platform/time.server";

/** Redirects from a task's screen to one of its ports, with a ticket that is valid for a minute. */
export async function loader(args: LoaderFunctionArgs) {
  const { tenantId, sessionId } = await requireCustomer(args, "task-port");
  const resvGuid = guidInAddress(args.params);
  const port = Number(args.params["port"]);
  const search = new URL(args.request.url).searchParams;
  const to = search.get("to") ?? "/";
  const node = Number(search.get("node") ?? 1);
  const url = await enterPort({ tenantId, sessionId, resvGuid, port, node, to, now: presentTime() });
  if (url === null) throw refusalPage(404, SHOWN.notFound);
  return redirect(url, { headers: { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" } });
}

export default function TaskPort() {
  return null;
}
