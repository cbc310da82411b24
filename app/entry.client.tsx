import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { dataFetch } from "~/live/data-fetch";

// The router has no other place where a failed load of its own could be held back (decision 0059).
window.fetch = dataFetch(window.fetch.bind(window), {
  isBackground: () => window.__remixRouter.state.navigation.state === "idle",
}) as typeof fetch;

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
