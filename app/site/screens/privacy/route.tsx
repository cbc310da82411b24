import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "../legal-page";
import { renderMarkdown } from "~/platform/ui/render-markdown.server";
import { PRIVACY } from "./text.server";
import { pageMeta } from "~/platform/ui/page-meta";

export const meta: MetaFunction = () =>
  pageMeta("Privacy · Millrace", "What Millrace stores about you, why, and for how long.");

export function loader() {
  return { html: renderMarkdown(PRIVACY, { isPage: true }) };
}

export default function Privacy() {
  return (
    <LegalPage
      title="Privacy"
      lead="What is stored about you, why, and for how long."
      html={useLoaderData<typeof loader>().html}
    />
  );
}
