import { Panel } from "~/ui/panel";
import { TextLink } from "~/ui/text-link";
import { RetireForm } from "./retire-form";

/** The question as a page, for a retirement that came without its confirmation. */
export function AskRetire({ nodeName }: { nodeName: string }) {
  return (
    <Panel title={`Retire ${nodeName}?`}>
      <RetireForm nodeName={nodeName} />
      <p className="mt-4 text-sm">
        <TextLink to="/dashboard/nodes">Keep it</TextLink>
      </p>
    </Panel>
  );
}
