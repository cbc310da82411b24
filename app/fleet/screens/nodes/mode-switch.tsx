import { classes } from "~/platform/ui/classes";
import { PostForm } from "~/platform/ui/post-form";
import { type DrainFlag, FLAGS, modeName } from "./modes";

const FORM_ID = "mode";

/** Norm is quiet; the other two are seen from afar. */
const CURRENT: Record<DrainFlag, string> = {
  0: "bg-surface text-ink shadow-panel",
  1: "bg-warn-soft text-warn shadow-panel",
  2: "bg-accent-soft text-link shadow-panel",
};

interface ModeSwitchProps {
  nodeName: string;
  drain: number;
  /** In a line of the list. */
  small?: boolean;
  /** Sets the mode by script; the form does it without. */
  onDrain: (flag: DrainFlag) => void;
}

/** Norm, Drain, Upgrade; the current one is disabled (2.4). All switches of a page share one form: one in each would be a good part of it. */
export function ModeSwitch({ nodeName, drain, small, onDrain }: ModeSwitchProps) {
  return (
    <div
      role="group"
      aria-label={`Mode of ${nodeName}`}
      className="grid grid-cols-3 gap-1 rounded-control bg-sunken p-1"
    >
      {FLAGS.map((flag) => (
        <button
          key={flag}
          form={FORM_ID}
          name="one"
          value={`${flag} ${nodeName}`}
          disabled={flag === drain}
          aria-current={flag === drain ? "true" : undefined}
          className={classes(
            "h-7 rounded-mark font-medium",
            small ? "px-2 py-0.5 text-code/5" : "text-sm",
            flag === drain ? CURRENT[flag] : "text-muted hover:text-ink",
          )}
          onClick={(event) => {
            event.preventDefault();
            onDrain(flag);
          }}
        >
          {modeName(flag)}
        </button>
      ))}
    </div>
  );
}

/** Once on the screen. */
export function ModeForm() {
  return <PostForm id={FORM_ID} intent="one-mode" className="hidden" />;
}
