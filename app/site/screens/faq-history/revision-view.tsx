import type { readRevision } from "~/site/inside/faq/read-history.server";
import { Empty } from "~/platform/ui/empty";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { DifferenceView } from "../faq-editor/difference-view";

interface RevisionViewProps {
  chosen: Awaited<ReturnType<typeof readRevision>>;
  section: { version: number };
  mayRestore: boolean;
}

/** Shows what a version changed, and its whole text. */
export function RevisionView({ chosen, section, mayRestore }: RevisionViewProps) {
  if (!chosen) {
    return (
      <Panel>
        <Empty title="This version is no longer kept." />
      </Panel>
    );
  }
  const { text, before } = chosen;
  return (
    <Panel
      title={`Version ${text.version}`}
      lead={before.version === null ? "The oldest kept version" : `What it changed in version ${before.version}`}
      actions={
        mayRestore && text.version !== section.version ? (
          <PostForm intent="restore">
            <input type="hidden" name="revision" value={text.version} />
            <input type="hidden" name="version" value={section.version} />
            <SubmitButton intent="restore">Restore</SubmitButton>
          </PostForm>
        ) : null
      }
    >
      <DifferenceView old={before} present={text} />
      <details className="mt-6 text-sm">
        <summary className="underline">The whole text</summary>
        <dl className="mt-3 flex flex-col gap-4">
          {text.topics.map(({ question, answer }, at) => (
            <div key={at} className="[overflow-wrap:anywhere]">
              <dt className="font-medium">{question}</dt>
              <dd className="whitespace-pre-wrap">{answer}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Panel>
  );
}
