const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
/** Longest wait that we accept from a server: a longer one may be a mistaken proxy's. */
const LONGEST_RETRY_AFTER_MS = 600_000;

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

interface Background {
  /** True while the router loads in the background: no page or form's answer is on its way (decision 0059). */
  isBackground: () => boolean;
  /** Tests do not wait. */
  wait?: typeof pause;
}

/**
 * A `fetch` for the router that returns a page's data only once all of it has arrived: the router's decoder would turn
 * a broken answer into an error page. Background loads repeat, after a growing wait, until they succeed; meanwhile the
 * screen keeps its content. Everything else passes through, including a navigation that fails. The request's signal
 * ends the wait, for example at a navigation.
 */
export function dataFetch(ask: Fetch, { isBackground, wait = pause }: Background): Fetch {
  return async (input, init) => {
    if (!isData(input)) return await ask(input, init);
    if (!isLoad(init) || !isBackground()) return await whole(await ask(input, init));
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      const { answer, retryAfterMs } = await wholeAnswer(ask(input, init));
      if (answer) return answer;
      await wait(Math.max(waitMs, retryAfterMs), init?.signal);
    }
  };
}

/** Checks whether the router requests a page's data, of its loaders or of a form: `/tasks.data`. */
function isData(input: RequestInfo | URL): boolean {
  return input instanceof URL && input.pathname.endsWith(".data");
}

function isLoad(init: RequestInit | undefined): boolean {
  return (init?.method ?? "GET") === "GET";
}

/** Reads the answer to its end. Throws as the body's reader does, when it is cut off or aborted. */
async function whole(answer: Response): Promise<Response> {
  return answer.body ? new Response(await answer.blob(), answer) : answer;
}

interface Answered {
  /** The complete response of a loader; null if there is none now: no network, a fault, too many requests. */
  answer: Response | null;
  /** Time for which the server asked us to wait. */
  retryAfterMs: number;
}

async function wholeAnswer(asked: Promise<Response>): Promise<Answered> {
  try {
    const answer = await asked;
    const passing = answer.status >= 500 || answer.status === 429;
    if (passing || answer.headers.get("X-Remix-Response") !== "yes")
      return { answer: null, retryAfterMs: retryAfterMs(answer) };
    return { answer: await whole(answer), retryAfterMs: 0 };
  } catch {
    return { answer: null, retryAfterMs: 0 };
  }
}

/** Reads `Retry-After`, which is in whole seconds here (0.4). */
function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get("Retry-After") ?? 0);
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS) : 0;
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
