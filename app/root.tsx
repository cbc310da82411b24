import type { HeadersFunction, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, LiveReload, Meta, Outlet, Scripts, type ShouldRevalidateFunction, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { readRootData } from "./platform/http/root-data.server";
import { Interrupted } from "./platform/live/interrupted";
import { LiveProvider } from "./platform/live/live";
import { Notifications } from "./platform/ui/live-notifications";
import { TaskNotices } from "./platform/live/task-notices";
import stylesheet from "~/platform/styles/build.css";
import typeface from "./platform/styles/typeface/instrument-sans-latin.woff2";
import { HEADER_PARTS } from "./platform/ui/header";
import { ErrorPage, errorTitle } from "./platform/ui/error-page";
import { useDocument } from "./platform/ui/document-context";
import { ScrollRestoration } from "./platform/ui/scroll-restoration";
import { Shell } from "./platform/ui/shell";
import { themeMark } from "./platform/theme";
import { useRootData } from "./platform/ui/use-root-data";

export const links: LinksFunction = () => [
  { rel: "preload", href: typeface, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
];

export const meta: MetaFunction = ({ error }) => [
  { title: error === undefined ? "Millrace" : `${errorTitle(error)} · Millrace` },
];

/** The error page passes on these two headers of a thrown response (0.4). */
export const headers: HeadersFunction = ({ errorHeaders }) =>
  ["Allow", "Retry-After"].flatMap((name): [string, string][] => {
    const value = errorHeaders?.get(name);
    return value ? [[name, value]] : [];
  });

/** Reloads after an expired page: its form is refused with 403, and can be sent again with the new page token. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 403 || defaultShouldRevalidate;

export async function loader(args: LoaderFunctionArgs) {
  return await readRootData(args);
}

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, requestId, status, theme } = useDocument();
  const viewer = useRootData()?.viewer;
  const marker = viewer ? { "data-logged-in": "1", "data-account": viewer.tenantName } : {};
  return (
    <html
      lang="en"
      {...OF_THE_ANSWER}
      data-theme={themeMark(theme)}
      data-request-id={requestId || undefined}
      data-status={status || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <SharedLook />
        <Links />
        <link {...WHOLE_PAGE} href="#page-end" />
      </head>
      <body {...marker}>
        {children}
        <div id="page-end" hidden />
        <ScrollRestoration />
        <Scripts nonce={nonce} />
        <LiveReload nonce={nonce} />
      </body>
    </html>
  );
}

/**
 * Sets the preview of a shared link to any page of ours, whose texts come from the page's own `pageMeta`. It also sets
 * the one address for search engines, whatever the query, and the browser's colour around the page.
 */
function SharedLook() {
  const origin = useRootData()?.siteOrigin;
  const address = `${origin}${useLocation().pathname}`;
  return (
    <>
      <meta name="theme-color" content="#0b4f56" />
      {origin ? (
        <>
          <link rel="canonical" href={address} />
          <meta property="og:url" content={address} />
          <meta property="og:site_name" content="Millrace" />
          <meta property="og:image" content={`${origin}/social.png`} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : null}
    </>
  );
}

/** Attributes that only the server knew differ in the browser, which must not warn about them in development. */
const OF_THE_ANSWER = { suppressHydrationWarning: true };

/**
 * Browsers that support it paint a page only when all of it has arrived: half a table would jump when the rest comes.
 */
const WHOLE_PAGE = { rel: "expect", blocking: "render" };

export default function Root() {
  const root = useRootData();
  return (
    <LiveProvider origin={root?.liveOrigin} account={root?.viewer?.tenantName}>
      <Shell>
        {root?.viewer ? (
          <>
            <Notifications />
            <TaskNotices />
          </>
        ) : null}
        <Outlet context={HEADER_PARTS} />
      </Shell>
      <Interrupted />
    </LiveProvider>
  );
}

export function ErrorBoundary() {
  return (
    <Shell>
      <ErrorPage />
    </Shell>
  );
}
