import { knownHostsLine, splitSshAddr } from "~/compute/ssh-address";
import type { JobRow } from "~/compute/list-jobs.server";
import { CodeBlock } from "~/platform/ui/code-block";
import { TextLink } from "~/platform/ui/text-link";

type Reached = Pick<JobRow, "resv_guid" | "task_name" | "ssh_addr" | "ssh_host_key" | "ssh_host_fingerprint">;

/** Login commands: the complete one first, then a shorter form and the server's host key (2.4). */
export function CommandLine({ job }: { job: Reached }) {
  const address = splitSshAddr(job.ssh_addr);
  if (!address) return null;
  const { host, port } = address;
  const known = knownHostsLine(address, job.ssh_host_key);
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock label="Using only SSH" text={`ssh -p ${port} root@${host}`} />
      <More title="By name, with ~/.ssh/config">
        <CodeBlock
          label="~/.ssh/config"
          text={`Host ${job.task_name}\n  HostName ${host}\n  Port ${port}\n  User root`}
        />
        <CodeBlock label="Then" text={`ssh ${job.task_name}`} />
      </More>
      {known ? (
        <More title="Host key of the server">
          <CodeBlock label="Fingerprint that ssh shows you" text={job.ssh_host_fingerprint} />
          <CodeBlock label="Or add this to ~/.ssh/known_hosts, so that ssh does not ask" text={known} />
        </More>
      ) : null}
      <p className="text-sm text-muted">
        Can't log in? <TextLink to={`/tasks/${job.resv_guid}?tab=connect#ssh-doctor`}>Ask the SSH doctor</TextLink>
      </p>
    </div>
  );
}

function More({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details className="more rounded-control border">
      <summary className="flex items-center justify-between gap-4 rounded-control px-3 py-2 text-sm font-medium hover:bg-sunken">
        {title}
      </summary>
      <div className="flex flex-col gap-3 px-3 pb-3">{children}</div>
    </details>
  );
}
