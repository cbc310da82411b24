import { factsOf, type RouteArgs } from "./request-facts.server";

/**
 * Answers a screen's request with a file; the result must be thrown. Remix reads the body of a thrown response, so the
 * file travels in the request's facts, and the server's entry streams it.
 */
export function fileInstead(args: RouteArgs, file: Response): Response {
  factsOf(args).file = file;
  return new Response(null);
}
