import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { dataFetch } from "./platform/live/data-fetch";
import { asOurScript } from "./platform/live/our-script";
import { loadRenderedParts } from "./platform/ui/late";

// The router has no other place to hold back a failed load of its own (decision 0059).
window.fetch = dataFetch(
  asOurScript(window.fetch.bind(window), window.location.href, () => document.body.dataset["account"]),
  {
    isBackground: () => window.__remixRouter.state.navigation.state === "idle",
  },
) as typeof fetch;

/**
 * Resolves once the page's data are decoded. Remix's component throws the promise of that, as parts that wait do in React.
 * React itself must not wait for it: a click meanwhile is an error of React 18 (#345, facebook/react#25495).
 */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

void dataDecoded()
  .then(loadRenderedParts)
  .then(() =>
    startTransition(() => {
      hydrateRoot(document, <RemixBrowser />);
    }),
  );
