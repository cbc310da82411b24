import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { areDays, type AskedRange, type Days, pairOf } from "~/platform/day-range";
import type { Sources } from "~/payments/inside/marketing/read-sources.server";
import { askPath } from "~/platform/live/ask-path";

type Typed = AskedRange["typed"];

/** The sources on the screen: the loader's data, or the answer to the script's last request. */
export interface ShownSources {
  asked: AskedRange;
  /** Null if they could not be read. */
  sources: Sources | null;
}

/**
 * The client of sources (3.7). A changed date requests the documented path, with both dates or none, and shows the
 * answer. Then the page goes to the URL of these dates for the rest of the screen.
 */
export function useAskedSources(loaded: ShownSources, today: string) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [answered, setAnswered] = useState<(ShownSources & { turn: number }) | null>(null);
  const newest = useRef(0);
  /** The request of the page's present URL. */
  const gone = useRef(0);
  const { sources } = loaded;
  // The loader's data is newer than any answer, except the answer to a later request.
  useEffect(() => setAnswered((last) => (last && last.turn > gone.current ? last : null)), [sources]);
  const ask = async (typed: Typed): Promise<void> => {
    const turn = ++newest.current;
    const days = pairOf(typed, today);
    const goThere = () => {
      gone.current = turn;
      return navigate(pathname + queryOf(typed), { replace: true, preventScrollReset: true });
    };
    // The server explains the fault in the dates.
    if (days && !areDays(days)) return goThere();
    const answer = await askPath<Sources>(pathOf(days));
    if (turn !== newest.current) return;
    const read = answer.retcode === "OK" ? answer : null;
    setAnswered({ asked: { days, name: null, typed, problem: null }, sources: read, turn });
    if (read) goThere();
  };
  return { shown: answered ?? loaded, ask: (typed: Typed) => void ask(typed) };
}

function pathOf(days: Days | null): string {
  const path = "/dashboard/get-marketing-sources";
  return days ? `${path}?${new URLSearchParams({ start_date: days.start, end_date: days.end }).toString()}` : path;
}

function queryOf(typed: Typed): string {
  const query = new URLSearchParams(Object.entries(typed).filter(([, day]) => day !== ""));
  return query.size > 0 ? `?${query.toString()}` : "";
}
