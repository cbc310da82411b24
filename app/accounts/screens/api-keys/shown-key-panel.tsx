import { CodeBlock } from "~/platform/ui/code-block";
import { FocusedPanel } from "~/platform/ui/focused-panel";
import { Time } from "~/platform/ui/time";

/** A new key, only in the answer to Make and Rotate. */
export interface ShownKey {
  shownKey: string;
  shownName: string;
  /** Time until which the previous key works; null if there is none, or it ended at once. */
  oldEndsTs: number | null;
}

/** Shows a key once. The panel takes the focus: the form is far below. */
export function ShownKeyPanel({ shown: { shownKey, shownName, oldEndsTs } }: { shown: ShownKey }) {
  return (
    <FocusedPanel about={shownKey} title={shownName} lead="Copy the key now: it is shown only once.">
      <div role="status" className="flex flex-col gap-3">
        <CodeBlock label="Your new key" text={shownKey} />
        {oldEndsTs === null ? null : (
          <p className="text-sm text-muted">
            The old key works until <Time epochSeconds={oldEndsTs} />.
          </p>
        )}
      </div>
    </FocusedPanel>
  );
}
