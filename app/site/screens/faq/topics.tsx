import { RichText } from "~/platform/ui/rich-text";
import type { FaqSection, FaqTopic } from "./read-faq.server";

/** A section: each topic is a `<details>`, open in search results. */
export function Topics({ section, open }: { section: FaqSection; open: boolean }) {
  return (
    <section aria-labelledby={section.anchor}>
      <h2 id={section.anchor} className="text-lg font-semibold tracking-tight">
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
    <details open={open} className="more topic">
      <summary>{topic.question}</summary>
      {/* The anchor is inside, so that the browser opens the topic. */}
      <div id={topic.anchor}>
        <RichText html={topic.html} />
        <a href={`#${topic.anchor}`} aria-label={`Link to: ${topic.question}`}>
          Link
        </a>
      </div>
    </details>
  );
}
