import { aSession } from "../../contract/support/people";

/** Calls a use-case from a new session of its user. */
export async function inSession<Given extends { userId: number; sessionId: string; now: Date }, Outcome>(
  act: (given: Given) => Promise<Outcome>,
  given: Omit<Given, "sessionId">,
): Promise<Outcome> {
  const { sessionId } = await aSession(given.userId, given.now);
  return await act({ ...given, sessionId } as Given);
}
