import type { StatusPart } from "~/fleet/inside/status/read-status.server";
import { classes } from "~/platform/ui/classes";
import { TONE_SOFT } from "~/platform/ui/tone";
import { STATE_LOOK } from "./state-look";
import { Icon } from "~/platform/ui/icon";

/** The current state in one sentence: the worst part. */
export function Verdict({ parts }: { parts: StatusPart[] }) {
  const worst = (["down", "degraded", "unknown"] as const).find((state) => parts.some((part) => part.state === state));
  const troubled = parts.filter(({ state }) => state === worst).map(({ name }) => name);
  return (
    <p
      className={classes(
        "flex items-center gap-3 rounded-panel px-5 py-4 text-lg font-semibold",
        TONE_SOFT[STATE_LOOK[worst ?? "well"].tone],
      )}
    >
      <Icon name={worst ? "triangle-exclamation-point" : "circle-check"} className="size-6 flex-none" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {worst ? `${STATE_LOOK[worst].word}: ${troubled.join(", ")}` : "Everything works"}
      </span>
    </p>
  );
}
