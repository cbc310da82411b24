import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { dataFetch } from "./platform/live/data-fetch";
import { asOurScript } from "./platform/live/our-script";
import { initialPartsLoaded } from "./platform/ui/late";

// The router has no other place to hold back a failed load of its own (decision 0059).
window.fetch = dataFetch(
  asOurScript(window.fetch.bind(window), window.location.href, () => document.body.dataset["account"]),
  {
    isBackground: () => window.__remixRouter.state.navigation.state === "idle",
  },
) as typeof fetch;

void initialPartsLoaded().then(() =>
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  }),
);
