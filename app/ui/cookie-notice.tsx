import { useFetcher, useLocation } from "@remix-run/react";
import { Button } from "./button";
import { TextLink } from "./text-link";
import { useRootData } from "./use-root-data";

/** Shown until its button has set the cookie `smc`; a plain form, which the script sends by fetch (2.1). */
export function CookieNotice() {
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  const root = useRootData();
  if (root?.showCookieNotice !== true || fetcher.state !== "idle") return null;
  return (
    <aside
      aria-label="Cookies"
      className="fixed inset-x-4 bottom-4 z-30 rounded-panel border bg-raised px-4 py-3 shadow-popup md:right-auto md:max-w-sm"
    >
      <fetcher.Form method="post" action="/cookie-notice" className="flex items-center gap-4">
        <input type="hidden" name="_token" value={root.pageToken} />
        <input type="hidden" name="redirectTo" value={pathname + search} />
        <p className="text-sm">
          Millrace uses one cookie to keep you logged in, and none to follow you.{" "}
          <TextLink to="/privacy">Privacy</TextLink>
        </p>
        <Button type="submit" size="small" className="ml-auto">
          OK
        </Button>
      </fetcher.Form>
    </aside>
  );
}
