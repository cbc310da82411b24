import { classes } from "~/ui/classes";
import type { Kept } from "./section-keeper";

const TEXTS = { saved: "Saved", saving: "Saving…", unsaved: "Not saved" };

/** Whether the typed text is saved (2.4), and why not. Takes up its space before the script arrives. */
export function SaveLine({ state: { state, message }, live }: { state: Kept; live: boolean }) {
  return (
    <p
      role="status"
      className={classes(
        "min-w-0 flex-1 basis-40 text-sm [overflow-wrap:anywhere]",
        state === "unsaved" && message !== "" ? "text-danger" : "text-muted",
        !live && "invisible",
      )}
    >
      {TEXTS[state]}
      {state === "unsaved" && message ? `: ${message}` : null}
    </p>
  );
}
