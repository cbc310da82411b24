import { useEffect, useRef, useState } from "react";
import type { LiveRow, Loaded } from "./newest";

/** The documented path is asked from so long after the socket went down (SOCKET_FALLBACK_S). */
export const FALLBACK_AFTER_MS = 5000;

export interface Poll<Data> {
  path: string;
  everySeconds: number;
  /** The rows of an answer; null when it is none, such as an error. `atMs` serves as version where rows have none. */
  read: (answer: unknown, atMs: number) => LiveRow<Data>[] | null;
  /** More headers, such as the API key that a screen was given. */
  headers?: () => Record<string, string>;
}

/** Asks the documented path at its interval once the socket has been down for 5 s, until it is up again (5.1). */
export function usePoll<Data>(poll: Poll<Data> | null, down: boolean): Loaded<Data> | null {
  const [loaded, setLoaded] = useState<Loaded<Data> | null>(null);
  const present = useRef(poll);
  present.current = poll;
  const everySeconds = poll?.everySeconds;
  useEffect(() => {
    if (!down || everySeconds === undefined) return;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = present.current ? await readPath(present.current) : null;
      if (stopped) return;
      if (answer) setLoaded(answer);
      timer = setTimeout(() => void ask(), everySeconds * 1000);
    };
    timer = setTimeout(() => void ask(), FALLBACK_AFTER_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [down, everySeconds]);
  return loaded;
}

/** Asks once, now. */
export async function readPath<Data>({
  path,
  read,
  headers,
}: Omit<Poll<Data>, "everySeconds">): Promise<Loaded<Data> | null> {
  const more = headers?.() ?? {};
  try {
    const response = await fetch(path, { headers: { "X-Requested-With": "XMLHttpRequest", ...more } });
    // The session has ended: the page itself leads to the login screen (2.1). A refused API key says nothing of it.
    if (response.status === 401 && !("Authorization" in more)) window.location.reload();
    if (!response.ok) return null;
    const date = response.headers.get("Date");
    const atMs = date ? Date.parse(date) : Date.now();
    const rows = read(await response.json(), atMs);
    return rows ? { atMs, rows } : null;
  } catch {
    // The network is down or the answer is cut off; the next interval asks again and the age is shown meanwhile.
    return null;
  }
}
