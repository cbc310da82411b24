import { CodeBlock } from "~/platform/ui/code-block";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import { sshCommand } from "~/compute/screens/ssh-command";
import { NamePanel } from "../name-panel";
import { OwnEndPanel } from "../own-end-panel";
import { tabPath } from "../tabs";
import { TaskFacts } from "../task-facts";
import type { TabProps } from "./props";

/** Facts of the task, how to log in, its name and its end. */
export default function Overview({ job, loaded, errors }: TabProps) {
  const command = sshCommand(job);
  const changeable = job.ts_finished === 0 && job.state !== "stopping";
  return (
    <>
      {changeable ? (
        <div className="flex flex-col gap-2">
          <CodeBlock label="Log in" text={command} empty="The SSH command appears here when the task runs." />
          <p className="text-sm text-muted">
            <TextLink to={tabPath(job.resv_guid, "connect")}>VS Code, ~/.ssh/config and the host key</TextLink>
            {command === null ? (
              <noscript>
                {" · "}
                <TextLink to={tabPath(job.resv_guid, "overview")}>Look again</TextLink>
              </noscript>
            ) : null}
          </p>
        </div>
      ) : null}
      <Panel title="Task">
        <TaskFacts job={job} loaded={loaded} />
      </Panel>
      <NamePanel job={job} errors={errors} />
      {changeable ? <OwnEndPanel job={job} atMs={loaded.atMs} errors={errors} /> : null}
    </>
  );
}
