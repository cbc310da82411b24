import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/http/access.server";
import { Empty } from "~/ui/empty";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Refused } from "~/ui/refused";
import { TextLink } from "~/ui/text-link";
import { refusalIn, useKeptAnswer } from "~/ui/use-kept-answer";
import { AddSection } from "./add-section";
import { faqAction } from "./faq-action.server";
import { MarkdownHelp } from "./markdown-help";
import { readFaqScreen } from "./read-faq-screen.server";
import { SectionEditor } from "./section-editor";
import { SectionList } from "./section-list";
import { UndoList } from "./undo-list";

export const meta: MetaFunction = () => [{ title: "FAQ · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await requireStaff(args);
  return await readFaqScreen({ search: new URL(args.request.url).searchParams, role, now: new Date() });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "operator");
  return await faqAction(args, viewer);
}

export default function FaqEditor() {
  const { sections, undoable, section, missing, page, mayWrite } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const refusal = refusalIn(answer);
  return (
    <Page
      title="FAQ"
      lead={
        <>
          What visitors read under <TextLink to="/faq">Questions and answers</TextLink>. A topic is shown there once it
          has a question and an answer.
        </>
      }
      actions={<MarkdownHelp />}
    >
      <Refused answer={refusal?.intent === "save-section" ? undefined : refusal} />
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Panel title="Sections" padded={false}>
            <SectionList sections={sections} chosen={section?.id ?? null} mayWrite={mayWrite} />
            {mayWrite ? <AddSection key={sections.length} answer={refusal} /> : null}
          </Panel>
          {undoable.length > 0 ? <UndoList undoable={undoable} mayWrite={mayWrite} /> : null}
        </div>
        {section ? (
          <SectionEditor
            key={`${section.id} ${page}`}
            section={section}
            page={page}
            mayWrite={mayWrite}
            answer={answer}
          />
        ) : (
          <NoSection missing={missing} />
        )}
      </div>
    </Page>
  );
}

function NoSection({ missing }: { missing: boolean }) {
  return (
    <Panel>
      <Empty title={missing ? "This section does not exist, or was deleted." : "Nothing has been written yet."}>
        {missing ? "You can undo deletions of the last 30 days." : "Add the first section."}
      </Empty>
    </Panel>
  );
}
