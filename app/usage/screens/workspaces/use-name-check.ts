import { useCallback, useEffect, useRef, useState } from "react";
import { askPath } from "~/platform/live/ask-path";

/** State of the name that is being typed. */
export type NameMark = "none" | "checking" | "free" | "taken" | "failed";

/**
 * Checks on each change whether a name is taken, one request at a time: a name that changes meanwhile is checked again
 * (9.7). An empty name is not checked.
 */
export function useNameCheck(known: NameMark = "none"): { mark: NameMark; check: (name: string) => void } {
  const [mark, setMark] = useState(known);
  const wanted = useRef<string | null>(null);
  const asking = useRef(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const askAll = useCallback(async () => {
    asking.current = true;
    let found: NameMark = "none";
    for (let asked: string | null = null; asked !== wanted.current && !gone.current;) {
      asked = wanted.current;
      found = asked ? await ask(asked) : "none";
    }
    asking.current = false;
    if (!gone.current) setMark(found);
  }, []);

  const check = useCallback(
    (name: string) => {
      if (name === wanted.current) return;
      wanted.current = name;
      setMark(name === "" ? "none" : "checking");
      if (name !== "" && !asking.current) void askAll();
    },
    [askAll],
  );
  return { mark, check };
}

async function ask(name: string): Promise<NameMark> {
  const answer = await askPath<{ data: boolean }>("/v1/teams-name", { body: { name } });
  if (answer.retcode !== "OK") return "failed";
  return answer.data ? "taken" : "free";
}
