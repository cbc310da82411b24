import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "../legal-page";
import { renderMarkdown } from "~/platform/ui/render-markdown.server";
import { CHANGES } from "./text.server";
import { pageMeta } from "~/platform/ui/page-meta";

export const meta: MetaFunction = () =>
  pageMeta("Changelog · Millrace", "What's new in Millrace for people who rent GPUs here.");

export function loader() {
  return { html: renderMarkdown(CHANGES, { isPage: true }) };
}

export default function Changelog() {
  return (
    <LegalPage
      title="Changelog"
      lead="What's new for people who rent GPUs here."
      className="[&>p]:border-t [&>p]:pt-3.5 [&>p]:text-muted [&>p>strong:first-child]:block [&>p>strong:first-child]:font-semibold [&>p>strong:first-child]:text-ink"
      html={useLoaderData<typeof loader>().html}
    />
  );
}
