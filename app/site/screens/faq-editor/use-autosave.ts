import { useEffect, useReducer, useRef } from "react";
import type { Section, SectionText } from "~/site/faq-topic";
import { useRefetch } from "~/platform/live/use-refetch";
import { afterEvent, beginWriting, isSaved, type SaveAnswer, sendInMs, type Stored } from "./autosave";
import type { AnsweredForm } from "./started";

const UNREACHABLE = "The service did not answer. Keep this page open: your text is sent again.";
const LOGGED_OUT = "You are logged out. Log in again in another tab, and your text is sent.";

/** Saves a section as it is written (2.4). `started` has the values of a form that was sent without the script. */
export function useAutosave(section: Section, started: AnsweredForm | null) {
  const [writing, happen] = useReducer(afterEvent, null, () =>
    beginWriting(started?.text ?? section, section, started?.overtaken ?? false),
  );
  const refetch = useRefetch();
  const { text, stored } = writing;
  const saved = isSaved(writing);
  const save = async () => {
    happen({ event: "send" });
    happen({ event: "answer", sent: text, answer: await sendSection(section.id, text, stored.version) });
  };
  const saveNow = useRef(save);
  saveNow.current = save;

  const dueMs = sendInMs(writing);
  useEffect(() => {
    if (dueMs === null) return undefined;
    const timer = setTimeout(() => void saveNow.current(), dueMs);
    return () => clearTimeout(timer);
  }, [dueMs, text]);
  // Another screen is opened before the pause is over.
  const isDue = useRef(false);
  isDue.current = dueMs !== null;
  useEffect(() => () => void (isDue.current && saveNow.current()), []);
  useEffect(() => happen({ event: "load", stored: section }), [section]);
  // The buttons that move and delete the section name the version that the page has loaded.
  useEffect(() => {
    if (saved && stored.version > section.version) refetch();
  }, [saved, stored.version, section.version, refetch]);
  useEffect(() => {
    const due = dueMs !== null;
    const turn = () => {
      if (document.visibilityState === "visible") refetch();
      else if (due) void saveNow.current();
    };
    const online = () => due && void saveNow.current();
    const leave = (event: BeforeUnloadEvent) => saved || event.preventDefault();
    window.addEventListener("online", online);
    window.addEventListener("beforeunload", leave);
    document.addEventListener("visibilitychange", turn);
    return () => {
      window.removeEventListener("online", online);
      window.removeEventListener("beforeunload", leave);
      document.removeEventListener("visibilitychange", turn);
    };
  }, [saved, dueMs, refetch]);
  return { writing, saved, happen, save };
}

interface Body {
  retcode: string;
  human_readable_message?: string;
  version?: number;
  newest?: { title: string; content: string; version: number } | null;
}

/**
 * POST /faq/save, as the page's script sends it (0.6). Unlike `askPath` it does not leave the page after a logout: the
 * user is typing there.
 */
async function sendSection(id: number, { title, topics }: SectionText, version: number): Promise<SaveAnswer> {
  const content = JSON.stringify(topics.map(({ question, answer }) => ({ question, answer })));
  try {
    const response = await fetch("/faq/save", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Requested-With": "XMLHttpRequest" },
      body: JSON.stringify({ id, title, content, version }),
    });
    if (response.status === 401) return { outcome: "failed", message: LOGGED_OUT };
    return answerOf((await response.json()) as Body, response.status);
  } catch {
    return { outcome: "failed", message: UNREACHABLE };
  }
}

function answerOf(
  { retcode, version, newest, human_readable_message: message = UNREACHABLE }: Body,
  status: number,
): SaveAnswer {
  if (retcode === "OK" && version !== undefined) return { outcome: "saved", version };
  if (newest) {
    const { title, content, version: newer } = newest;
    return { outcome: "conflict", newest: { title, topics: JSON.parse(content) as Stored["topics"], version: newer } };
  }
  const passing = retcode === "FAILED" || status === 429 || status >= 500;
  return { outcome: passing ? "failed" : "refused", message };
}
