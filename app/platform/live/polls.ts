import { type Answered, askOnce } from "./ask-once";

interface PollTimes {
  /** Time until the first request, which later subscribers share. */
  firstMs: number;
  everyMs: number;
}

interface Question extends PollTimes {
  path: string;
  /** Extra headers, such as the API key of a screen. Read again for each request. */
  headers?: () => Record<string, string>;
}

interface PathPoll {
  takers: Set<(answered: Answered | null) => void>;
  stop: () => void;
}

const polls = new Map<string, PathPoll>();

/**
 * Polls a path, an interval after the last answer, for every part of the page that needs it: two parts with the same
 * figure share a request (A27). Returns a function that stops.
 */
export function joinPoll(
  question: Question,
  take: (answered: Answered | null) => void,
  ask: typeof askOnce = askOnce,
): () => void {
  const { path } = question;
  const poll = polls.get(path) ?? begin(question, ask);
  polls.set(path, poll);
  poll.takers.add(take);
  return () => {
    poll.takers.delete(take);
    if (poll.takers.size > 0) return;
    poll.stop();
    if (polls.get(path) === poll) polls.delete(path);
  };
}

function begin({ path, headers, firstMs, everyMs }: Question, ask: typeof askOnce): PathPoll {
  const takers: PathPoll["takers"] = new Set();
  let stopped = false;
  const turn = async () => {
    const answered = await ask(path, headers?.());
    if (stopped) return;
    for (const take of takers) take(answered);
    timer = setTimeout(() => void turn(), everyMs);
  };
  let timer = setTimeout(() => void turn(), firstMs);
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  return { takers, stop };
}
