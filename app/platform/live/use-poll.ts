import { useEffect, useRef, useState } from "react";
import { type Answered, askOnce } from "./ask-once";
import type { LiveRow, Loaded } from "./newest";
import { joinPoll } from "./polls";

/** Time after the socket went down from which the documented path is polled (SOCKET_FALLBACK_S). */
export const FALLBACK_AFTER_MS = 5000;

export interface Poll<Data> {
  path: string;
  everySeconds: number;
  /** Polls even while the socket is up, because some of the answer has no event. */
  always?: boolean;
  /** The rows of a response; null if it has none, as with an error. `atMs` serves as version if rows have none. */
  read: (answer: unknown, atMs: number) => LiveRow<Data>[] | null;
  /** Additional headers, such as the API key of a screen. */
  headers?: () => Record<string, string>;
}

/** Asks the documented path at its interval once the socket has been down for 5 s, until it is up again (5.1). */
export function usePoll<Data>(poll: Poll<Data> | null, down: boolean): Loaded<Data> | null {
  const [loaded, setLoaded] = useState<Loaded<Data> | null>(null);
  const present = useRef(poll);
  present.current = poll;
  const { path, everySeconds = 0, always = false } = poll ?? {};
  const asking = down || always;
  useEffect(() => {
    if (!asking || path === undefined) return;
    const everyMs = everySeconds * 1000;
    const firstMs = down ? FALLBACK_AFTER_MS : everyMs;
    const headers = () => present.current?.headers?.() ?? {};
    return joinPoll({ path, headers, firstMs, everyMs }, (answered) => {
      const read = answered && present.current ? rowsOf(present.current, answered) : null;
      if (read) setLoaded(read);
    });
  }, [asking, down, path, everySeconds]);
  return loaded;
}

/** Reads the path once, now. */
export async function readPath<Data>({
  path,
  headers,
  ...rest
}: Omit<Poll<Data>, "everySeconds">): Promise<Loaded<Data> | null> {
  const answered = await askOnce(path, headers?.());
  return answered ? rowsOf(rest, answered) : null;
}

function rowsOf<Data>({ read }: Pick<Poll<Data>, "read">, { answer, ok, atMs }: Answered): Loaded<Data> | null {
  const rows = ok ? read(answer, atMs) : null;
  return rows ? { atMs, rows } : null;
}
