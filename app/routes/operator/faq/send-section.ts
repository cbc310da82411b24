import type { SectionText } from "~/domain/faq/topic";
import type { SaveAnswer, Stored } from "./section-keeper";

const UNREACHABLE = "The service did not answer. Your text is kept in this browser and sent again.";
const LOGGED_OUT = "You are logged out. Your text is kept in this browser; log in again to save it.";

interface Body {
  retcode: string;
  human_readable_message?: string;
  version?: number;
  newest?: { title: string; content: string; version: number } | null;
}

/**
 * POST /faq/save from the page's script (0.6). Unlike `askPath` it stays on the page after a logout: somebody is
 * typing.
 */
export async function sendSection(id: number, { title, topics }: SectionText, version: number): Promise<SaveAnswer> {
  const content = JSON.stringify(topics.map(({ question, answer }) => ({ question, answer })));
  try {
    const response = await fetch("/faq/save", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Requested-With": "XMLHttpRequest" },
      body: JSON.stringify({ id, title, content, version }),
    });
    if (response.status === 401) return { outcome: "failed", message: LOGGED_OUT };
    return toAnswer((await response.json()) as Body, response.status);
  } catch {
    return { outcome: "failed", message: UNREACHABLE };
  }
}

function toAnswer(body: Body, status: number): SaveAnswer {
  const message = body.human_readable_message ?? UNREACHABLE;
  if (body.retcode === "OK" && body.version !== undefined) return { outcome: "saved", version: body.version };
  if (body.newest === null) return { outcome: "changed", newest: null, message };
  if (body.newest) return { outcome: "changed", newest: stored(body.newest), message };
  const passing = body.retcode === "FAILED" || status === 429 || status >= 500;
  return { outcome: passing ? "failed" : "refused", message };
}

function stored({ title, content, version }: NonNullable<Body["newest"]>): Stored {
  return { title, topics: JSON.parse(content) as Stored["topics"], version };
}
