import { RichText } from "~/ui/rich-text";
import type { FaqSection, FaqTopic } from "./read-faq.server";

/** One section: each topic a `<details>`, open when it was searched for. */
export function Topics({ section, open }: { section: FaqSection; open: boolean }) {
  return (
    <section aria-labelledby={section.anchor}>
      <h2 id={section.anchor} className="scroll-mt-20 text-lg font-semibold tracking-tight">
        {section.title}
      </h2>
      <div className="mt-3 divide-y overflow-hidden rounded-panel border bg-surface shadow-panel">
        {section.topics.map((topic) => (
          <TopicDetails key={topic.anchor} topic={topic} open={open} />
        ))}
      </div>
    </section>
  );
}

function TopicDetails({ topic, open }: { topic: FaqTopic; open: boolean }) {
  return (
    <details open={open} className="group">
      <summary className="flex items-center justify-between gap-4 px-4 py-3 font-medium hover:bg-sunken sm:px-5">
        {topic.question}
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="size-4 flex-none text-muted transition-transform group-open:rotate-180"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        >
          <path d="m4 6 4 4 4-4" />
        </svg>
      </summary>
      {/* The name is inside, so that the browser opens the topic when the address names it. */}
      <div id={topic.anchor} className="max-w-prose scroll-mt-32 px-4 pt-1 pb-4 sm:px-5">
        <RichText html={topic.html} />
        <a href={`#${topic.anchor}`} className="mt-3 inline-block text-sm text-muted hover:text-ink">
          Link to this answer<span className="sr-only">: {topic.question}</span>
        </a>
      </div>
    </details>
  );
}
