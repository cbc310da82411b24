import { factsOf, requestIdOf, type RouteArgs } from "./request-facts.server";
import { readSession } from "./session.server";
import { whileAdmitted } from "./while-admitted.server";

/**
 * Answers a screen's request with a file; the result must be thrown. Remix reads the body of a thrown response, so the
 * file travels in the request's facts, and the server's entry streams it for as long as its reader is admitted.
 */
export async function fileInstead(args: RouteArgs, file: Response): Promise<Response> {
  const session = await readSession(args);
  factsOf(args).file = session ? whileAdmitted(file, { ...session, keyId: null }, requestIdOf(args)) : file;
  return new Response(null);
}
