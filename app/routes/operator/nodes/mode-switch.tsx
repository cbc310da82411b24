import { classes } from "~/ui/classes";
import { PostForm } from "~/ui/post-form";
import { type DrainFlag, FLAGS, modeName } from "./modes";

interface ModeSwitchProps {
  nodeName: string;
  drain: number;
  /** Sets the mode by script; the form itself does it without. */
  onDrain: (flag: DrainFlag) => void;
}

/** Norm, Drain, Upgrade; the current one is disabled (2.4). */
export function ModeSwitch({ nodeName, drain, onDrain }: ModeSwitchProps) {
  return (
    <PostForm intent="drain">
      <input type="hidden" name="node" value={nodeName} />
      <div
        role="group"
        aria-label={`Mode of ${nodeName}`}
        className="grid grid-cols-3 gap-1 rounded-control bg-sunken p-1"
      >
        {FLAGS.map((flag) => (
          <button
            key={flag}
            name="flag"
            value={flag}
            disabled={flag === drain}
            aria-current={flag === drain ? "true" : undefined}
            onClick={(event) => {
              event.preventDefault();
              onDrain(flag);
            }}
            className={classes(
              "h-7 rounded-[0.3rem] text-sm font-medium",
              flag === drain ? CURRENT[flag] : "text-muted hover:text-ink",
            )}
          >
            {modeName(flag)}
          </button>
        ))}
      </div>
    </PostForm>
  );
}

/** Norm is quiet; the other two are seen from afar. */
const CURRENT: Record<DrainFlag, string> = {
  0: "bg-surface text-ink shadow-panel",
  1: "bg-warn-soft text-warn shadow-panel",
  2: "bg-accent-soft text-link shadow-panel",
};
