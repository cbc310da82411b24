/** A documented response, or the reason why there is none. */
type Answer<Body> =
  | ({ retcode: "OK"; human_readable_message?: string } & Body)
  | { retcode: "ERROR" | "FAILED"; human_readable_message: string };

interface Question {
  /** Sent by POST, as JSON unless it is a form; a GET without it. */
  body?: object;
  /** Sent as `Authorization`; empty uses the session. */
  apiKey?: string;
}

const UNREACHABLE = "The service did not answer. Please try again.";

/**
 * Calls a documented path as the page's script does (0.6). A 401 of the session reloads the page, which leads to the
 * login screen (2.1). A refused API key is only reported.
 */
export async function askPath<Body extends object>(path: string, question: Question = {}): Promise<Answer<Body>> {
  const { body, apiKey = "" } = question;
  const isForm = body instanceof FormData;
  try {
    const response = await fetch(path, {
      method: body ? "POST" : "GET",
      headers: {
        ...(body && !isForm ? { "Content-Type": "application/json" } : {}),
        ...authorization(apiKey),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    if (response.status === 401 && apiKey === "") window.location.reload();
    return (await response.json()) as Answer<Body>;
  } catch {
    return { retcode: "FAILED", human_readable_message: UNREACHABLE };
  }
}

/** The header of an API key; none for the session. */
export function authorization(apiKey: string): Record<string, string> {
  return apiKey === "" ? {} : { Authorization: apiKey };
}
