import type { JobRow } from "~/compute/list-jobs.server";
import { portPage } from "~/compute/port-page";
import type { OpenPort } from "~/compute/inside/ports/task-ports.server";
import { buttonClasses } from "~/platform/ui/button";
import { CodeBlock } from "~/platform/ui/code-block";
import { fieldState } from "~/platform/ui/field-state";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { connectQuery } from "./tabs";

interface PortsPanelProps {
  job: JobRow;
  ports: OpenPort[];
  /** Node of the shown addresses, from 1. */
  node: number;
  several: boolean;
  errors: Partial<Record<string, string[] | null>>;
  /** Token, once it was requested. */
  token: string | null;
}

/** The task's open ports with their links, and the token for programs (19.2). */
export function PortsPanel({ job, ports, node, several, errors, token }: PortsPanelProps) {
  const action = `${connectQuery(node)}#ports`;
  const here = ports.map(({ port, nodes }) => ({ port, url: nodes.find((one) => one.node === node)?.url ?? "" }));
  const [first] = here;
  return (
    <Panel
      id="ports"
      title="Ports"
      lead="Open a port to reach Jupyter, TensorBoard or your own server by HTTP and WebSocket."
    >
      <div className="flex flex-col gap-5">
        {several ? (
          <p className="text-sm text-muted">
            A port is open on every node. {ports.length > 0 ? `These addresses lead to node ${node}.` : null}
          </p>
        ) : null}
        {ports.length > 0 ? (
          <ul className="flex flex-col">
            {here.map(({ port, url }) => (
              <li key={port} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b py-2.5 last:border-b-0">
                <span className="w-14 font-mono text-sm font-medium">{port}</span>
                <span className="min-w-0 grow basis-60 font-mono text-code break-all text-muted">{url}</span>
                <span className="flex gap-2">
                  <a
                    href={portPage({ resvGuid: job.resv_guid, port, node })}
                    target="_blank"
                    rel="noopener noreferrer"
                    className={buttonClasses("secondary", "small")}
                  >
                    Open
                    <span className="sr-only">
                      {" "}
                      port {port}
                      {several ? ` of node ${node}` : ""} in a new tab
                    </span>
                  </a>
                  <PostForm intent="close-port" action={action} preventScrollReset>
                    <input type="hidden" name="port" value={port} />
                    <SubmitButton size="small" look="quiet">
                      Close<span className="sr-only"> port {port}</span>
                    </SubmitButton>
                  </PostForm>
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        <PostForm intent="open-port" action={action} preventScrollReset className="flex flex-col gap-4">
          <div className="max-w-xs">
            <TextField
              // A changed list gets a new form, so that an opened port is not proposed again.
              field={{ ...fieldState("port", "", errors["port"]?.[0]), key: ports.map(({ port }) => port).join() }}
              label="Port of the task"
              inputMode="numeric"
              autoComplete="off"
              placeholder="8888"
              maxLength={5}
              hint="Where your program listens in the task"
            />
          </div>
          <div>
            <SubmitButton intent="open-port" look="secondary">
              Open port
            </SubmitButton>
          </div>
        </PostForm>
        {first ? (
          <details className="more rounded-control border" open={token !== null}>
            <summary className="flex items-center justify-between gap-4 rounded-control px-3 py-2 text-sm font-medium hover:bg-sunken">
              For programs: token
            </summary>
            <div className="flex flex-col gap-3 px-3 pb-3">
              <p className="text-sm text-muted">
                Browsers use your login. Programs send this task’s token. Anyone who has it can reach the open ports
                until you renew it. Renewing also closes open connections.
              </p>
              {token === null ? null : (
                <>
                  <CodeBlock label="Token" text={token} />
                  <CodeBlock label="Try it" text={`curl -H "Authorization: Bearer ${token}" ${first.url}`} />
                </>
              )}
              <div className="flex flex-wrap gap-2">
                {token === null ? (
                  <PostForm intent="show-token" action={action} preventScrollReset>
                    <SubmitButton intent="show-token" size="small" look="secondary">
                      Show token
                    </SubmitButton>
                  </PostForm>
                ) : null}
                <PostForm intent="renew-token" action={action} preventScrollReset>
                  <SubmitButton intent="renew-token" size="small" look="danger">
                    Renew token
                  </SubmitButton>
                </PostForm>
              </div>
            </div>
          </details>
        ) : null}
      </div>
    </Panel>
  );
}
