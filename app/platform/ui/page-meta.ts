import type { MetaDescriptor } from "@remix-run/node";

/** The title and description of a page, for browsers, search engines and shared links. */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  return [
    { title },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
  ];
}
