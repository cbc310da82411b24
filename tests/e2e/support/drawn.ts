import type { Page, Request } from "playwright";
import { until } from "../../support/until";

/**
 * Follows the requests of a page. The returned function waits until all of them are answered and drawn, and no new one
 * has been sent.
 */
export function followLoads(page: Page): () => Promise<void> {
  const onTheirWay = new Set<Request>();
  let begun = 0;
  page.on("request", (request) => {
    begun += 1;
    onTheirWay.add(request);
  });
  const end = (request: Request) => onTheirWay.delete(request);
  page.on("requestfinished", end).on("requestfailed", end);
  return async () => {
    let seen = -1;
    while (begun !== seen) {
      await until("all that the page asked for", () => onTheirWay.size === 0);
      seen = begun;
      await page.evaluate(nextFrame);
    }
  };
}

/** The data is processed, laid out and painted, and the script has nothing more to do. */
async function nextFrame(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  await new Promise((idle) => requestIdleCallback(idle));
}
