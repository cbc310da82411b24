import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { Empty } from "~/platform/ui/empty";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import { TextLink } from "~/platform/ui/text-link";
import { readFaq } from "./read-faq.server";
import { Topics } from "./topics";
import { useHashOpen } from "./use-hash-open";

export const meta: MetaFunction = () =>
  pageMeta("FAQ · Millrace", "How to start, what is charged, how the queue works, what happens when a node fails.");

export async function loader({ request }: LoaderFunctionArgs) {
  return await readFaq(new URL(request.url).searchParams);
}

export default function Faq() {
  const { search, sections } = useLoaderData<typeof loader>();
  useHashOpen();
  return (
    <Page title="Questions and answers" lead="How things work here, and what they cost.">
      <Search search={search} />
      {sections.length === 0 ? <NothingFound search={search} /> : null}
      <div className="grid gap-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label="Sections" className="hidden self-start lg:sticky lg:top-20 lg:block">
          {sections.map(({ anchor, title }) => (
            <a
              key={anchor}
              href={`#${anchor}`}
              className="block rounded-control px-2.5 py-1.5 text-sm font-medium text-muted hover:bg-sunken hover:text-ink"
            >
              {title}
            </a>
          ))}
        </nav>
        {/* A new search renders new topics: topics stay opened or closed until then. */}
        <div key={search} className="flex flex-col gap-8">
          {sections.map((section) => (
            <Topics key={section.anchor} section={section} open={search !== ""} />
          ))}
          {sections.length > 0 ? (
            <p className="text-muted">
              Your question is not here? <TextLink to="/contact">Ask us</TextLink>.
            </p>
          ) : null}
        </div>
      </div>
    </Page>
  );
}

function Search({ search }: { search: string }) {
  return (
    <Form method="get" role="search" className="flex max-w-xl flex-wrap gap-2">
      <input
        key={search}
        type="search"
        name="q"
        defaultValue={search}
        maxLength={100}
        aria-label="Search the answers"
        placeholder="For example refund or queue"
        className="control min-w-0 flex-1"
      />
      <Button>Search</Button>
      {search === "" ? null : (
        <ButtonLink look="quiet" to="/faq">
          Show all
        </ButtonLink>
      )}
    </Form>
  );
}

function NothingFound({ search }: { search: string }) {
  return (
    <Empty title={search === "" ? "Nothing has been written here yet." : `Nothing found for “${search}”.`}>
      Try fewer words, or <TextLink to="/contact">ask us</TextLink>.
    </Empty>
  );
}
