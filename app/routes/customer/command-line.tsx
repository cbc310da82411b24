import { CodeBlock } from "~/ui/code-block";

/** How to log in: an ssh_config block with its command, and the command alone (2.4). */
export function CommandLine({ taskName, sshAddr }: { taskName: string; sshAddr: string }) {
  const { host, port } = splitAddr(sshAddr);
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock
        label="~/.ssh/config"
        text={`Host ${taskName}\n  HostName ${host}\n  Port ${port}\n  User root`}
      />
      <CodeBlock label="Then" text={`ssh ${taskName}`} />
      <details className="rounded-control border">
        <summary className="px-3 py-2 text-sm font-medium">Using only SSH</summary>
        <div className="px-3 pb-3">
          <CodeBlock label="Without a configuration file" text={`ssh -p ${port} root@${host}`} />
        </div>
      </details>
    </div>
  );
}

function splitAddr(sshAddr: string): { host: string; port: string } {
  const colon = sshAddr.lastIndexOf(":");
  return { host: sshAddr.slice(0, colon), port: sshAddr.slice(colon + 1) };
}
