import { Panel } from "~/ui/panel";
import { TextLink } from "~/ui/text-link";
import { KillForm } from "./kill-form";

/** The question as a page, for a kill that came without its confirmation (2.5). */
export function AskKill({ taskName, back }: { taskName: string; back: string }) {
  return (
    <Panel title="Are you sure?">
      <KillForm taskName={taskName} />
      <p className="mt-4 text-sm">
        <TextLink to={back}>Keep it running</TextLink>
      </p>
    </Panel>
  );
}
