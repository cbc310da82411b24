import { READ_AT_HEADER } from "./read-at";

/** The answer of a documented path, and the server's clock when its reading began. */
export interface Answered {
  answer: unknown;
  /** Success is 200 to 299 only; a refusal by status gives its reason in the same members (0.4). */
  ok: boolean;
  atMs: number;
}

const asked = new Map<string, Promise<Answered | null>>();

/**
 * Calls a documented path once for all parts of the page: a caller during the request gets the same answer. Null
 * without an answer: no network, cut off, or not ours.
 */
export function askOnce(path: string, headers: Record<string, string> = {}): Promise<Answered | null> {
  const name = `${path} ${headers["Authorization"] ?? ""}`;
  const pending = asked.get(name);
  if (pending) return pending;
  const question = ask(path, headers).finally(() => asked.delete(name));
  asked.set(name, question);
  return question;
}

async function ask(path: string, headers: Record<string, string>): Promise<Answered | null> {
  try {
    const response = await fetch(path, { headers });
    // The session has ended: the page itself leads to the login screen (2.1). A refused API key is not about the
    // session.
    if (response.status === 401 && !("Authorization" in headers)) window.location.reload();
    return { answer: await response.json(), ok: response.ok, atMs: readAtMs(response) };
  } catch {
    // The network is down or the answer is cut off; the next interval asks again and the age is shown meanwhile.
    return null;
  }
}

/** Returns the time of a refusal, which is not a reading: the answer's own time, in whole seconds. */
function readAtMs({ headers }: Response): number {
  const date = headers.get("Date");
  return Number(headers.get(READ_AT_HEADER)) || (date ? Date.parse(date) : Date.now());
}
