import { CodeBlock } from "~/platform/ui/code-block";
import { FocusedPanel } from "~/platform/ui/focused-panel";
import type { ShownKey } from "./ingestion-answers";
import { SendingLines } from "./sending-lines";

const WORDS = {
  made: { title: "was made", lead: "Copy its key now: it is not shown again." },
  rotated: {
    title: "has a new key",
    lead: "Copy it now: it is not shown again. The previous key works for 24 more hours; older ones have ended.",
  },
};

/** Shows a key once, with the lines that send with it. The panel takes the focus: the form may be far below. */
export function KeyPanel({ shown, origin }: { shown: ShownKey; origin: string }) {
  const { title, lead } = WORDS[shown.why];
  return (
    <FocusedPanel
      about={shown}
      title={<span className="break-all">{`Source ${shown.name} ${title}`}</span>}
      lead={lead}
    >
      <div className="flex flex-col gap-3">
        <CodeBlock label="Service key" text={shown.key} />
        <SendingLines origin={origin} serviceKey={shown.key} />
      </div>
    </FocusedPanel>
  );
}
