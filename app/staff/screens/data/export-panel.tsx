import type { ShownExport } from "~/staff/read-exports.server";
import type { ExportState } from "~/staff/inside/own-data/export/states";
import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { FormPopup } from "~/platform/ui/form-popup";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { TextField } from "~/platform/ui/text-field";
import { Time } from "~/platform/ui/time";
import type { Tone } from "~/platform/ui/tone";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

interface ExportPanelProps {
  exports: ShownExport[];
  /** True if the last login was more than 15 minutes ago. */
  askPassword: boolean;
  answer: FormAnswer | undefined;
}

const STATES: Record<ExportState, { tone: Tone; words: string }> = {
  waiting: { tone: "accent", words: "being prepared" },
  ready: { tone: "ok", words: "ready" },
  failed: { tone: "danger", words: "failed" },
};

/** The user's copies of their data, and a form for another one. */
export function ExportPanel({ exports, askPassword, answer }: ExportPanelProps) {
  const waits = exports.some(({ state }) => state === "waiting");
  return (
    <Panel
      title="Download my data"
      lead="A ZIP with your profile, sessions, keys, tasks, movements, receipts, usage, notifications and webhooks, as JSON and CSV. Secrets are left out."
      padded={exports.length === 0}
    >
      {exports.length > 0 ? (
        <div className="border-b">
          <Exports exports={exports} askPassword={askPassword} answer={answer} />
        </div>
      ) : null}
      <div className={exports.length > 0 ? "px-4 py-4 sm:px-5" : undefined}>
        {waits ? (
          <p className="text-sm text-muted">We email you when it is ready; you can leave this page.</p>
        ) : (
          <AskForm askPassword={askPassword} answer={answer} />
        )}
      </div>
    </Panel>
  );
}

function AskForm({ askPassword, answer }: Omit<ExportPanelProps, "exports">) {
  const [form, fields] = useAnsweredForm<{ password: string }>("export", answer);
  return (
    <PostForm intent="export" id={form.id} className="flex max-w-xs flex-col items-start gap-4">
      <Refused answer={answer?.intent === "export" ? answer : undefined} />
      {askPassword ? (
        <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
      ) : null}
      <SubmitButton intent="export">Prepare my data</SubmitButton>
    </PostForm>
  );
}

function Exports({ exports, askPassword, answer }: ExportPanelProps) {
  return (
    <Table
      caption="Copies of your data"
      rows={exports}
      rowKey={({ id }) => id}
      empty="None"
      columns={[
        { head: "Asked for", cell: ({ askedTs }) => <Time epochSeconds={askedTs} />, className: "font-medium" },
        { head: "State", cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge> },
        { head: "Size", numeric: true, cell: ({ state, bytes }) => (state === "ready" ? sizeText(bytes) : "–") },
        { head: "Kept until", cell: ({ untilTs }) => <Time epochSeconds={untilTs} /> },
        {
          head: <span className="sr-only">Download</span>,
          cell: (row) =>
            row.state === "ready" ? <Download id={row.id} askPassword={askPassword} answer={answer} /> : null,
          className: "md:text-right",
        },
      ]}
    />
  );
}

/** A plain form, since the answer is a file; asks for the password in a popup after an old login. */
function Download({ id, askPassword, answer }: Omit<ExportPanelProps, "exports"> & { id: string }) {
  const [, fields] = useAnsweredForm<{ password: string }>("download", answer);
  if (!askPassword) {
    return (
      <PostForm intent="download" reloadDocument>
        <input type="hidden" name="id" value={id} />
        <SubmitButton intent="download" look="secondary" size="small">
          Download
        </SubmitButton>
      </PostForm>
    );
  }
  return (
    <FormPopup button="Download" title="Download my data" intent="download" hidden={{ id }} answer={answer} asDocument>
      <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
      <div>
        <SubmitButton intent="download">Download</SubmitButton>
      </div>
    </FormPopup>
  );
}

const KIB = 1024;

function sizeText(bytes: number): string {
  return bytes < KIB * KIB ? `${Math.max(1, Math.round(bytes / KIB))} KB` : `${(bytes / KIB / KIB).toFixed(1)} MB`;
}
