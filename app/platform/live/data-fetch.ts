const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
/** A server that is asked too often says how long to wait. No longer than this: it may be a proxy that is mistaken. */
const LONGEST_TOLD_MS = 600_000;

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

interface Background {
  /** Whether the router asks in the background: no page or form's answer is on its way (decision 0059). */
  isBackground: () => boolean;
  /** Tests do not wait. */
  wait?: typeof pause;
}

/**
 * A `fetch` for the router, which hands on a page's data only when it has come as a whole: the router's decoder would
 * leave an answer that is given up between its data and its end as a fault of the page. Data that is asked for in the
 * background is asked for again, after a growing wait, until it comes: the screen keeps what it shows meanwhile. All
 * else passes through, a navigation with its failure. Whatever makes the answer superfluous, such as a navigation, ends
 * the wait by the request's signal.
 */
export function dataFetch(ask: Fetch, { isBackground, wait = pause }: Background): Fetch {
  return async (input, init) => {
    if (!isData(input)) return await ask(input, init);
    if (!isLoad(init) || !isBackground()) return await whole(await ask(input, init));
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      const { answer, toldMs } = await wholeAnswer(ask(input, init));
      if (answer) return answer;
      await wait(Math.max(waitMs, toldMs), init?.signal);
    }
  };
}

/** Whether the router asks for a page's data, of its loaders or of a form: `/tasks.data`. */
function isData(input: RequestInfo | URL): boolean {
  return input instanceof URL && input.pathname.endsWith(".data");
}

function isLoad(init: RequestInit | undefined): boolean {
  return (init?.method ?? "GET") === "GET";
}

/** Throws as the body's reader does: cut off, or given up. */
async function whole(answer: Response): Promise<Response> {
  return answer.body ? new Response(await answer.blob(), answer) : answer;
}

interface Answered {
  /** The answer of a loader, complete; null when there is none now: no network, a fault, too many requests. */
  answer: Response | null;
  /** Time for which the server asked for no requests. */
  toldMs: number;
}

async function wholeAnswer(asked: Promise<Response>): Promise<Answered> {
  try {
    const answer = await asked;
    const passing = answer.status >= 500 || answer.status === 429;
    if (passing || answer.headers.get("X-Remix-Response") !== "yes") return { answer: null, toldMs: toldMs(answer) };
    return { answer: await whole(answer), toldMs: 0 };
  } catch {
    return { answer: null, toldMs: 0 };
  }
}

/** Reads `Retry-After`, which is in whole seconds here (0.4). */
function toldMs({ headers }: Response): number {
  const seconds = Number(headers.get("Retry-After") ?? 0);
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_TOLD_MS) : 0;
}

function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
