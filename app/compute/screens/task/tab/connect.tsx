import { buttonClasses } from "~/platform/ui/button";
import { Panel } from "~/platform/ui/panel";
import { CommandLine } from "~/accounts/views/command-line";
import { sshCommand, vsCodeUrl } from "~/compute/screens/ssh-command";
import { SshDoctor } from "~/compute/screens/ssh-doctor";
import { NodeChoice } from "../node-choice";
import { NotYet } from "../not-yet";
import { PortsPanel } from "../ports-panel";
import { TerminalPanel } from "../terminal/terminal-panel";
import { connectQuery } from "../tabs";
import type { TabProps } from "./props";

/** Login commands, the shortest first, and the reason why a login fails. */
export default function Connect({ job, loaded, errors, report, portToken }: TabProps) {
  const several = loaded.node !== null;
  const node = loaded.node?.node ?? 1;
  // The first node's server is the task's own, whose changes the page receives at once.
  const reached =
    loaded.node === null || node === 1
      ? job
      : { ...job, ...loaded.node.reached, task_name: `${job.task_name}-n${node}` };
  const command = sshCommand(reached);
  return (
    <>
      {loaded.node && job.ts_finished === 0 ? <NodeChoice {...loaded.node} /> : null}
      {command === null ? (
        <NotYet job={job} title="Connect" ended="It has ended, so nobody can log in any more.">
          You can log in as soon as it runs.
        </NotYet>
      ) : (
        <Panel
          id="command-line"
          title={several ? `Command Line of node ${node}` : "Command Line"}
          actions={
            <a href={vsCodeUrl(reached) ?? undefined} className={buttonClasses("secondary", "small")}>
              Open in VS Code
            </a>
          }
        >
          <CommandLine job={reached} />
        </Panel>
      )}
      <TerminalPanel key={node} job={job} node={node} several={several} reachable={command !== null} />
      {job.ts_finished === 0 && loaded.ports ? (
        <PortsPanel job={job} ports={loaded.ports} node={node} several={several} errors={errors} token={portToken} />
      ) : null}
      {job.ts_finished === 0 && job.state !== "queued" ? (
        <SshDoctor report={report} node={several ? node : null} action={`${connectQuery(node)}#ssh-doctor`} />
      ) : null}
    </>
  );
}
