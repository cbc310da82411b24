const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

interface Background {
  /** Whether the router asks in the background: no page or form's answer is on its way (decision 0059). */
  isBackground: () => boolean;
  /** Shorter in tests. */
  firstWaitMs?: number;
}

/**
 * A `fetch` for the router. A page's data that is asked for in the background is asked for again, after a growing
 * wait, until it comes: the screen keeps what it shows meanwhile. All else passes through, a navigation with its
 * failure. Whatever makes the answer superfluous, such as a navigation, ends the wait by the request's signal.
 */
export function backgroundFetch(
  ask: Fetch,
  { isBackground, firstWaitMs = FIRST_WAIT_MS }: Background,
): Fetch {
  return async (input, init) => {
    if (!isLoad(input, init) || !isBackground()) return await ask(input, init);
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      const answer = await wholeAnswer(ask(input, init));
      if (answer) return answer;
      await pause(waitMs, init?.signal);
    }
  };
}

/** Whether the router asks the loaders of a page: `/tasks.data`. */
function isLoad(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return input instanceof URL && input.pathname.endsWith(".data") && (init?.method ?? "GET") === "GET";
}

/** The answer of a loader, complete; null when there is none now: no network, a fault, too many requests. */
async function wholeAnswer(asked: Promise<Response>): Promise<Response | null> {
  try {
    const answer = await asked;
    const passing = answer.status >= 500 || answer.status === 429;
    if (passing || answer.headers.get("X-Remix-Response") !== "yes") return null;
    return new Response(await answer.blob(), answer);
  } catch {
    return null;
  }
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
