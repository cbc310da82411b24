import type { MetaDescriptor } from "@remix-run/node";

/** What a page is called and what it is about: for the browser, for search engines, and where somebody shares it. */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  return [
    { title },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
  ];
}
