import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { Empty } from "~/platform/ui/empty";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { TextLink } from "~/platform/ui/text-link";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { AddSection } from "./add-section";
import { faqAction } from "./faq-action.server";
import { MarkdownHelp } from "./markdown-help";
import { readFaqScreen } from "./read-faq-screen.server";
import { SectionEditor } from "./section-editor";
import { SectionList } from "./section-list";
import { UndoList } from "./undo-list";

export const meta: MetaFunction = () => [{ title: "FAQ · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "faq-editor");
  return await readFaqScreen({ search: new URL(args.request.url).searchParams, viewer, now: presentTime() });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "faq-editor");
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
        {missing
          ? "Sections deleted in the last 30 days can be brought back from the list."
          : "Add the first section in the list."}
      </Empty>
    </Panel>
  );
}
