import type { LoaderFunctionArgs } from "@remix-run/node";
import { newFacts } from "~/platform/http/request-facts.server";

/** Arguments of a loader or action for a request from that address. */
export function argsOf(
  request: Request,
  { client = "", params = {} }: { client?: string; params?: Record<string, string> } = {},
): LoaderFunctionArgs {
  return { request, params, context: { facts: newFacts(request, client) } };
}
