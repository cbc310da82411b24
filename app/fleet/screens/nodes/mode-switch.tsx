import { PostForm } from "~/platform/ui/post-form";
import { type DrainFlag, FLAGS, modeName } from "./modes";

const FORM_ID = "mode";

interface ModeSwitchProps {
  nodeName: string;
  drain: number;
  /** Sets the mode by script; the form does it without. */
  onDrain: (flag: DrainFlag) => void;
}

/** Norm, Drain, Upgrade; the current one is disabled (2.4). All switches of a page share one form: a form in each would make up much of the page. */
export function ModeSwitch({ nodeName, drain, onDrain }: ModeSwitchProps) {
  return (
    <div role="group" aria-label={`Mode of ${nodeName}`} className="mode-switch">
      {FLAGS.map((flag) => (
        <button
          key={flag}
          form={FORM_ID}
          name="one"
          value={`${flag} ${nodeName}`}
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
  );
}

/** Stands once on the screen. */
export function ModeForm() {
  return <PostForm id={FORM_ID} intent="one-mode" className="hidden" />;
}
