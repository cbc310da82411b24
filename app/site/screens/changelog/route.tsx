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

/** From the width of a desk, the name of each change stands in a column of its own. */
const TEXT = [
  "[&>p]:flow-root [&>p]:max-w-none [&>p]:border-t [&>p]:pt-3.5 [&>p]:text-muted md:[&>p]:pl-64",
  "[&>p>strong:first-child]:block [&>p>strong:first-child]:font-semibold [&>p>strong:first-child]:text-ink",
  "md:[&>p>strong:first-child]:float-left md:[&>p>strong:first-child]:-ml-64 md:[&>p>strong:first-child]:w-56",
].join(" ");

export default function Changelog() {
  return (
    <LegalPage
      title="Changelog"
      lead="What's new for people who rent GPUs here."
      className={TEXT}
      wide
      html={useLoaderData<typeof loader>().html}
    />
  );
}
