import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { useScripted } from "~/platform/ui/use-scripted";
import { RetireForm } from "./retire-form";

const FORM_ID = "ask-retire";

/**
 * Retires a node without tasks, after a confirmation. Before the script runs, the confirmation is a separate page, for
 * which all nodes share one form: a popup for each of them would be most of the page.
 */
export function RetireNode({ nodeName }: { nodeName: string }) {
  const label = `Retire ${nodeName}`;
  if (!useScripted()) {
    return (
      <button form={FORM_ID} name="node" value={nodeName} aria-label={label} className="prose-link">
        Retire
      </button>
    );
  }
  return (
    <Popup button="Retire" buttonLabel={label} title={`${label}?`} size="small" plain={null}>
      <RetireForm nodeName={nodeName} />
    </Popup>
  );
}

/** Stands once on the screen. */
export function AskRetireForm() {
  return <PostForm id={FORM_ID} intent="retire" className="hidden" />;
}
