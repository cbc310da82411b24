import { useFetcher, useLocation } from "@remix-run/react";
import { Button } from "./button";
import { TextLink } from "./text-link";
import { useRootData } from "./use-root-data";

/**
 * Shown until its button has set the cookie `smc`, by a plain form that the script sends by fetch (2.1). It has its own
 * space at the foot of the page, so that it never covers a control.
 */
export function CookieNotice() {
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  const root = useRootData();
  if (root?.showCookieNotice !== true || fetcher.state !== "idle") return null;
  return (
    <aside aria-label="Cookies" className="border-t bg-raised">
      <fetcher.Form method="post" action="/cookie-notice" className="page-row justify-between gap-4 py-3">
        <input type="hidden" name="_token" value={root.pageToken} />
        <input type="hidden" name="redirectTo" value={pathname + search} />
        <p className="text-sm">
          Millrace uses cookies to keep you logged in and your forms safe, and none to follow you.{" "}
          <TextLink to="/privacy">Privacy</TextLink>
        </p>
        <Button type="submit" size="small">
          OK
        </Button>
      </fetcher.Form>
    </aside>
  );
}
