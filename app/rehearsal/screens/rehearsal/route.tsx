import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { counted } from "~/platform/counted";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { ownUrl } from "~/platform/own-url.server";
import { Banner } from "~/platform/ui/banner";
import { ButtonLink } from "~/platform/ui/button-link";
import { CopyButton } from "~/platform/ui/copy-button";
import { FormPopup } from "~/platform/ui/form-popup";
import { Page } from "~/platform/ui/page";
import { PostForm } from "~/platform/ui/post-form";
import { Refresh } from "~/platform/ui/refresh";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { sourceText } from "~/rehearsal/views/source-text";
import { useRefetchEvery } from "~/platform/live/use-refetch-every";
import { readRehearsalScreen, rehearsalAction, rehearsalCsv } from "./rehearsal-screen.server";
import { Result } from "./result";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.rehearsal.name ?? "Rehearsal"} · Millrace` },
];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "rehearsal");
  const screen = await readRehearsalScreen(args, viewer);
  await csvInstead(args, rehearsalCsv(screen.rehearsal.result, screen.seesMoney));
  return { ...screen, url: ownUrl(`/dashboard/rehearsal/${screen.rehearsal.id}`) };
}

export async function action(args: ActionFunctionArgs) {
  return await rehearsalAction(args, await requireStaff(args, "rehearsal"));
}

export type RehearsalScreen = Awaited<ReturnType<typeof loader>>;

/** One rehearsal: its progress, and then its result. */
export default function Rehearsal() {
  const screen = useLoaderData<typeof loader>();
  const { rehearsal, source } = screen;
  const answer = useKeptAnswer(useActionData<typeof action>());
  const open = rehearsal.state === "waiting" || rehearsal.state === "running";
  useRefetchEvery(1000, open);
  return (
    <Page
      title={rehearsal.name}
      back={{ to: "/dashboard/rehearsal", label: "Rehearsal" }}
      lead={
        <>
          {sourceText(source)}
          {rehearsal.result
            ? `, ${counted(rehearsal.result.past.tasks, "task")} on ${counted(rehearsal.result.past.nodes, "node")}`
            : null}
          {" · by "}
          {rehearsal.by ?? "a deleted user"}, <Time epochSeconds={rehearsal.created_ts} />
        </>
      }
      actions={<Actions screen={screen} open={open} answer={answer} />}
    >
      {open ? <Refresh everySeconds={2} /> : null}
      <Refused answer={answer?.intent === "cancel" ? answer : undefined} />
      {open ? <Progress rehearsal={rehearsal} /> : null}
      {rehearsal.state === "cancelled" ? <Banner>It was cancelled, so it has no result.</Banner> : null}
      {rehearsal.state === "failed" ? <Faults faults={rehearsal.faults} /> : null}
      {rehearsal.result ? <Result screen={screen} result={rehearsal.result} /> : null}
    </Page>
  );
}

interface ActionsProps {
  screen: RehearsalScreen;
  open: boolean;
  answer: FormAnswer | undefined;
}

function Actions({ screen: { rehearsal, mayRun, fitsForm, url }, open, answer }: ActionsProps) {
  if (open)
    return mayRun ? (
      <PostForm intent="cancel">
        <SubmitButton intent="cancel" look="secondary">
          Cancel
        </SubmitButton>
      </PostForm>
    ) : null;
  return (
    <>
      <CopyButton text={url} label="Copy link" what="to this rehearsal" />
      {mayRun && fitsForm ? (
        <ButtonLink to={`/dashboard/rehearsal?from=${rehearsal.id}`}>Change and rehearse again</ButtonLink>
      ) : null}
      {mayRun ? (
        <FormPopup button="Delete" title="Delete this rehearsal?" intent="delete" look="quiet" answer={answer}>
          <p className="text-sm">Its result is gone for all staff. It can be rehearsed again from the same past.</p>
          <div>
            <SubmitButton intent="delete" look="danger">
              Delete it
            </SubmitButton>
          </div>
        </FormPopup>
      ) : null}
    </>
  );
}

function Progress({ rehearsal: { state, progress, before } }: Pick<RehearsalScreen, "rehearsal">) {
  const percent = Math.floor(progress * 100);
  return (
    <div className="flex max-w-3xl flex-col gap-3">
      <p className="text-2xl font-semibold tracking-tight">
        {state === "running"
          ? `Playing the past: ${percent}%`
          : before === 0
            ? "It begins within a second or two, or once one of two others has ended"
            : `${counted(before, "rehearsal")} before it`}
      </p>
      <div
        role="progressbar"
        aria-label="Progress of the rehearsal"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-muted">You can leave this page: the result stays here, and staff with its link see it.</p>
    </div>
  );
}

function Faults({ faults }: { faults: string[] }) {
  return (
    <Banner tone="danger">
      {faults.length === 1 ? (
        faults[0]
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
