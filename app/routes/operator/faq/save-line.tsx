import { classes } from "~/ui/classes";
import type { Kept } from "./section-keeper";

const TEXTS = { saved: "Saved", saving: "Saving…", unsaved: "Not saved" };

/** How it stands with what was typed (2.4), with the reason where it could not be saved. Its room is there before the script. */
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
