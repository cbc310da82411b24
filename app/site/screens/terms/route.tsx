import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "../legal-page";
import { renderMarkdown } from "~/platform/ui/render-markdown.server";
import { TERMS } from "./text.server";
import { pageMeta } from "~/platform/ui/page-meta";

export const meta: MetaFunction = () =>
  pageMeta("Terms · Millrace", "What we promise, what you pay, and what is not allowed.");

export function loader() {
  return { html: renderMarkdown(TERMS, { isPage: true }) };
}

export default function Terms() {
  return (
    <LegalPage
      title="Terms"
      lead="What we promise, what you pay, and what is not allowed."
      html={useLoaderData<typeof loader>().html}
    />
  );
}
