import { splitSshAddr } from "~/compute/ssh-address";
import type { JobRow } from "~/compute/list-jobs.server";
import { CommandLine } from "~/accounts/views/command-line";

/** Content of the SSH popup; its script loads when one is opened. */
export default function SshLines({ job, plain = false }: { job: JobRow; plain?: boolean }) {
  return plain ? <PlainCommandLine job={job} /> : <CommandLine job={job} />;
}

/** Short form without buttons, because a list of fifty tasks repeats it fifty times. */
function PlainCommandLine({ job }: { job: JobRow }) {
  const address = splitSshAddr(job.ssh_addr);
  if (!address) return null;
  const { host, port } = address;
  return (
    <div className="rich-text">
      <p>Using only SSH</p>
      <pre>{`ssh -p ${port} root@${host}`}</pre>
      <p>By name, with ~/.ssh/config</p>
      <pre>{`Host ${job.task_name}\n  HostName ${host}\n  Port ${port}\n  User root`}</pre>
      <pre>{`ssh ${job.task_name}`}</pre>
      <p>
        <a href={`/tasks/${job.resv_guid}?tab=connect#command-line`}>Host key and known_hosts</a>
      </p>
    </div>
  );
}
