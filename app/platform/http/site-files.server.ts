import { env } from "~/platform/env.server";
import { screens } from "~/routes.js";

/** Paths kept from search engines: personal ones, and those that only answer forms. */
const LEFT_OUT = [
  "/billing",
  "/dashboard",
  "/keys",
  "/mailbox",
  "/settings",
  "/subscription",
  "/tasks",
  "/usage",
  "/user",
  "/users",
];
const FOR_AN_HOUR = "public, max-age=3600";

/** `/robots.txt` and `/sitemap.xml`, which name this installation's own address; null for any other path. */
export function siteFile({ method }: Request, pathname: string): Response | null {
  if (method !== "GET" && method !== "HEAD") return null;
  if (pathname === "/robots.txt") return file(robots(), "text/plain");
  return pathname === "/sitemap.xml" ? file(sitemap(), "application/xml") : null;
}

function robots(): string {
  const rules = LEFT_OUT.map((path) => `Disallow: ${path}`).join("\n");
  return `User-agent: *\n${rules}\n\nSitemap: ${siteAddress("/sitemap.xml")}\n`;
}

/** Builds the sitemap of every screen that visitors have a link to. */
function sitemap(): string {
  const offered = screens.filter(({ menus, audience, url }) => menus && audience === "public" && url !== "/rent");
  const places = ["/", "/register", ...offered.map(({ url }) => url)];
  const lines = places.map((path) => `  <url><loc>${siteAddress(path)}</loc></url>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines}\n</urlset>\n`;
}

/** Returns a path of this installation as an absolute URL. */
export function siteAddress(path: string): string {
  return new URL(path, env.APP_ORIGIN).href;
}

function file(text: string, type: string): Response {
  return new Response(text, { headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": FOR_AN_HOUR } });
}
