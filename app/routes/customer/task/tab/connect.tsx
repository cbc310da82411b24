import "~/ui/kit";
import { buttonClasses } from "~/ui/button";
import { Panel } from "~/ui/panel";
import { CommandLine } from "../../command-line";
import { sshCommand, vsCodeUrl } from "../../ssh-command";
import { SshDoctor } from "../../ssh-doctor";
import { NotYet } from "../not-yet";
import { PortsPanel } from "../ports-panel";
import { TerminalPanel } from "../terminal/terminal-panel";
import type { TabProps } from "./props";

/** How to log in, the shortest way first, and why that fails where it does. */
export default function Connect({ job, loaded, errors, report, portToken }: TabProps) {
  const command = sshCommand(job);
  return (
    <>
      {command === null ? (
        <NotYet job={job} title="Connect" ended="It has ended, so nobody can log in any more.">
          You can log in as soon as it runs.
        </NotYet>
      ) : (
        <Panel
          id="command-line"
          title="Command Line"
          actions={
            <a href={vsCodeUrl(job) ?? undefined} className={buttonClasses("secondary", "small")}>
              Open in VS Code
            </a>
          }
        >
          <CommandLine job={job} />
        </Panel>
      )}
      {command === null ? null : <TerminalPanel job={job} />}
      {job.ts_finished === 0 && loaded.ports ? (
        <PortsPanel job={job} ports={loaded.ports} errors={errors} token={portToken} />
      ) : null}
      {job.ts_finished === 0 && job.state !== "queued" ? (
        <SshDoctor report={report} action="?tab=connect#ssh-doctor" />
      ) : null}
    </>
  );
}
