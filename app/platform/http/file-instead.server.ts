import { factsOf, type RouteArgs } from "./request-facts.server";

/**
 * Answers a screen's request with a file. Remix reads the body of what a loader or action throws, so the file travels in the
 * request's facts, and the server's entry sends it, as it comes. To be thrown.
 */
export function fileInstead(args: RouteArgs, file: Response): Response {
  factsOf(args).file = file;
  return new Response(null);
}
