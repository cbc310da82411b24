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
      <div role="group" aria-label={`Mode of ${nodeName}`} className="mode-switch">
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
          >
            {modeName(flag)}
          </button>
        ))}
      </div>
    </PostForm>
  );
}
