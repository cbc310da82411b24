import { buttonClasses } from "~/ui/button";
import { CodeBlock } from "~/ui/code-block";
import { Panel } from "~/ui/panel";
import { CommandLine } from "../../command-line";
import { sshCommand, vsCodeUrl } from "../../ssh-command";
import { SshDoctor } from "../../ssh-doctor";
import { NotYet } from "../not-yet";
import type { TabProps } from "./props";

/** How to log in, the shortest way first, and why that fails where it does. */
export default function Connect({ job, report }: TabProps) {
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
          <div className="flex flex-col gap-3">
            <CodeBlock label="Log in" text={command} />
            <CommandLine job={job} knowsCommand />
          </div>
        </Panel>
      )}
      {job.ts_finished === 0 && job.state !== "queued" ? (
        <SshDoctor report={report} action="?tab=connect#ssh-doctor" />
      ) : null}
    </>
  );
}
