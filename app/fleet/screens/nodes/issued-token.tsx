import { CodeBlock } from "~/platform/ui/code-block";
import { Panel } from "~/platform/ui/panel";

/** A token that was just created, with the server's addresses for its agent. */
export interface Issued {
  cluster_name: string;
  token: string;
  app_origin: string;
  live_origin: string;
}

/** The token, this once, and the command that uses it. */
export function IssuedToken({ issued }: { issued: Issued }) {
  return (
    <Panel
      title={`New node for ${issued.cluster_name}`}
      lead="This token is shown once. It is valid for one machine and 24 hours."
    >
      <div className="flex flex-col gap-3">
        <CodeBlock label="Enrolment token" text={issued.token} />
        <p className="text-sm text-muted">
          Replace the GPU type with the machine’s own, and add MILLRACE_IP_PUBLIC if it has a public address.
        </p>
        <CodeBlock label="On the machine, as root" text={commandOf(issued)} />
      </div>
    </Panel>
  );
}

/** The settings that differ by machine are between the token and the program (docs/agent.md). */
function commandOf({ token, app_origin, live_origin }: Issued): string {
  return [
    `MILLRACE_URL=${app_origin} MILLRACE_LIVE_URL=${live_origin} \\`,
    `MILLRACE_ENROLMENT_TOKEN=${token} \\`,
    `MILLRACE_NODE_NAME=$(hostname -s) MILLRACE_GPU_TYPE=a5000 \\`,
    `MILLRACE_IP_INTERNAL=$(hostname -I | cut -d" " -f1) MILLRACE_BIND=0.0.0.0 \\`,
    `./millrace-agent`,
  ].join("\n");
}
