import type { Chore } from "~/fleet/inside/nodes/chores/read-chores.server";
import { Badge } from "~/platform/ui/badge";
import { Banner } from "~/platform/ui/banner";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import type { Tone } from "~/platform/ui/tone";
import { Unread } from "~/platform/ui/unread";

const TEST = "self-test";
const WAIVE = "waive-self-test";

const STATE_TONE: Record<Chore["state"], Tone> = {
  wanted: "neutral",
  running: "neutral",
  passed: "ok",
  failed: "danger",
  dropped: "neutral",
};

const STATE_WORD: Partial<Record<Chore["state"], string>> = {
  wanted: "waits until the node is empty",
  dropped: "not needed",
};

const KIND: Record<Chore["kind"], string> = { maintenance: "Maintenance command", "self-test": "Self-test" };

const WHY: Record<Chore["why"], string> = {
  upgrade: "Upgrade",
  window: "planned maintenance",
  operator: "asked for",
  finding: "after a critical finding",
};

interface ChoresPanelProps {
  /** Null: it could not be read. */
  read: { able: string[]; chores: Chore[] } | null;
  awaitsTest: boolean;
  mayAsk: boolean;
}

/** The commands that the node ran once while it was empty, and whether it waits for one. */
export function ChoresPanel({ read, awaitsTest, mayAsk }: ChoresPanelProps) {
  const able = read?.able.includes(TEST) ?? false;
  return (
    <Panel
      title="Maintenance and self-test"
      lead={
        able
          ? "After maintenance, and after a critical finding, the node serves again once its self-test has passed."
          : "Its agent has no self-test command (MILLRACE_SELF_TEST_COMMAND)."
      }
      padded={false}
    >
      <div className="flex flex-col gap-3 px-4 py-4 empty:hidden sm:px-5">
        {awaitsTest ? <Banner tone="warn">It gets no tasks until its self-test has passed.</Banner> : null}
        {mayAsk && able ? (
          <div className="flex flex-wrap gap-3">
            <PostForm intent={TEST}>
              <SubmitButton intent={TEST} look="secondary">
                Run the self-test
              </SubmitButton>
            </PostForm>
            {awaitsTest ? (
              <PostForm intent={WAIVE}>
                <SubmitButton intent={WAIVE} look="secondary">
                  Serve without self-test
                </SubmitButton>
              </PostForm>
            ) : null}
          </div>
        ) : null}
      </div>
      {read ? <Chores chores={read.chores} /> : <Unread />}
    </Panel>
  );
}

function Chores({ chores }: { chores: Chore[] }) {
  return (
    <Table
      caption="Maintenance commands and self-tests"
      rows={chores}
      rowKey={(chore) => chore.id}
      empty="None has run yet"
      columns={[
        { head: "Command", cell: (chore) => KIND[chore.kind] },
        { head: "Why", cell: (chore) => `${WHY[chore.why]}${chore.by === null ? "" : `, ${chore.by}`}` },
        { head: "Requested", cell: (chore) => <Time epochSeconds={chore.asked_ts} /> },
        {
          head: "Result",
          cell: ({ state, exit_code }) => (
            <Badge tone={STATE_TONE[state]}>
              {STATE_WORD[state] ?? state}
              {state === "failed" && exit_code !== null ? `, code ${exit_code}` : ""}
            </Badge>
          ),
        },
        { head: "Ended", cell: ({ ended_ts }) => (ended_ts === null ? "–" : <Time epochSeconds={ended_ts} />) },
      ]}
      detail={({ output, kind }) =>
        output === "" ? null : (
          <details className="px-2 pb-3 lg:px-3">
            <summary className="w-fit text-sm underline underline-offset-3">
              Output of the {KIND[kind].toLowerCase()}
            </summary>
            <pre className="mt-1 max-h-60 overflow-auto font-mono text-xs whitespace-pre-wrap">{output}</pre>
          </details>
        )
      }
    />
  );
}
