import type { ProbeLine } from "~/compute/engine";
import type { EngineTested } from "~/compute/inside/engines/engine-tests.server";
import { FocusedPanel } from "~/platform/ui/focused-panel";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import type { Tone } from "~/platform/ui/tone";

const LOOK: Record<ProbeLine["state"], { tone: Tone; word: string }> = {
  ok: { tone: "ok", word: "OK" },
  warning: { tone: "warn", word: "Warning" },
  fault: { tone: "danger", word: "Fault" },
};

/** Result of a test: a line for each thing that Millrace needs of the site. */
export function TestedLines({ tested: { id, lines } }: { tested: EngineTested }) {
  const faults = lines.filter(({ state }) => state === "fault").length;
  return (
    <FocusedPanel
      about={id}
      title="Test"
      lead={faults === 0 ? "It can be used. Nothing is stored yet." : "Nothing is stored."}
      padded={false}
    >
      <Table
        caption="Result of the test"
        rows={lines}
        rowKey={({ what }) => what}
        empty=""
        columns={[
          { head: "What", cell: ({ what }) => what, className: "font-medium" },
          { head: "Result", cell: ({ state }) => <StatusDot tone={LOOK[state].tone}>{LOOK[state].word}</StatusDot> },
          { head: "Found", cell: ({ text }) => <span className="[overflow-wrap:anywhere]">{text}</span> },
        ]}
      />
    </FocusedPanel>
  );
}
