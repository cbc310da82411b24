import { memo } from "react";
import type { HeldPlans } from "~/fleet/inside/nodes/read-plans.server";
import { PlanLine } from "~/fleet/views/plan-line";
import { Badge } from "~/platform/ui/badge";
import { FindingLines } from "./finding-lines";
import { HealthLabels } from "./health-labels";
import { GpuCells } from "./gpu-cells";
import { ModeSwitch } from "./mode-switch";
import { type DrainFlag, modeName } from "./modes";
import { healthLabels, isFlagged, type NodeView } from "./node-view";
import { RetireNode } from "./retire-node";
import { SystemInfo } from "./system-info";
import { TenantTile } from "./tenant-tile";
import { Button } from "~/platform/ui/button";
import { PostForm } from "~/platform/ui/post-form";
import { Link } from "~/platform/ui/link";
import { Time } from "~/platform/ui/time";

/** Tenants that are visible, one row: a node with many leaves no gap in the card next to it. */
const TENANTS = 2;

interface NodePermissions {
  mayDrain: boolean;
  mayRetire: boolean;
}

interface NodeCardProps extends NodePermissions {
  view: NodeView;
  plans: HeldPlans | undefined;
  onDrain: (view: NodeView, flag: DrainFlag) => void;
}

/**
 * One node: quiet while it is well, framed red when it takes no tasks. It is redrawn only when its own figures change.
 */
export const NodeCard = memo(function NodeCard({ view, plans, mayDrain, mayRetire, onDrain }: NodeCardProps) {
  const { node, sysinfo, tenants } = view;
  const tiles = tenants.tasks.map((task, place) => (
    <TenantTile key={task.resv_guid} task={task} gpus={tenants.gpus[place]?.length ?? 0} />
  ));
  return (
    <article aria-label={node.node_name} data-flagged={isFlagged(view) || undefined} className="node-card">
      <header>
        <h3>{node.node_name}</h3>
        <span>
          {node.drain !== 0 && !mayDrain ? <Badge tone="warn">{modeName(node.drain)}</Badge> : null}
          <HealthLabels labels={healthLabels(view)} />
        </span>
      </header>
      <p>
        <Link to={`/dashboard/nodes/${node.node_name}`}>Plan</Link>
        <span>{`${node.cluster_name} · ${node.gpu_type ?? "unknown GPU"} · ${node.node_type}`}</span>
        {view.simulated ? <small>simulated GPUs</small> : null}
      </p>
      {node.rack === "" && node.labels.length === 0 ? null : (
        <p>
          <span>{[...(node.rack === "" ? [] : [`Rack ${node.rack}`]), ...node.labels].join(" · ")}</span>
        </p>
      )}
      {plans ? (
        <p>
          <span>
            <PlanLine plans={plans} />
          </span>
        </p>
      ) : null}
      <GpuCells view={view} />
      <FindingLines brief nodeName={node.node_name} findings={node.findings} mayClear={mayDrain} />
      <div className="node-tenants">{tiles.length === 0 ? <p>No tenants</p> : tiles.slice(0, TENANTS)}</div>
      {tiles.length > TENANTS ? (
        <details className="more text-sm">
          <summary className="flex items-center justify-between text-muted">
            {moreTenants(tiles.length - TENANTS)}
          </summary>
          <div className="node-tenants mt-1.5">{tiles.slice(TENANTS)}</div>
        </details>
      ) : null}
      <div>
        <SystemInfo sysinfo={sysinfo} agentVersion={view.agentVersion}>
          {mayRetire && tenants.tasks.length === 0 ? <RetireNode nodeName={node.node_name} /> : null}
        </SystemInfo>
        <Addresses view={view} />
        {mayRetire && view.oldKeyUntilTs !== null ? (
          <OldKey nodeName={node.node_name} untilTs={view.oldKeyUntilTs} />
        ) : null}
        {mayDrain ? (
          <ModeSwitch nodeName={node.node_name} drain={node.drain} onDrain={(flag) => onDrain(view, flag)} />
        ) : null}
      </div>
    </article>
  );
}, sameFigures);

function moreTenants(count: number): string {
  return count === 1 ? "1 more tenant" : `${count} more tenants`;
}

function sameFigures(one: NodeCardProps, other: NodeCardProps): boolean {
  return (
    one.view.node === other.view.node &&
    one.view.sysinfo === other.view.sysinfo &&
    one.view.agentVersion === other.view.agentVersion &&
    one.view.oldKeyUntilTs === other.view.oldKeyUntilTs &&
    one.view.emptyBy?.passed === other.view.emptyBy?.passed &&
    JSON.stringify(one.plans) === JSON.stringify(other.plans) &&
    one.view.tenants === other.view.tenants &&
    one.mayDrain === other.mayDrain &&
    one.mayRetire === other.mayRetire &&
    one.onDrain === other.onDrain
  );
}

function Addresses({ view: { node } }: { view: NodeView }) {
  return (
    <dl className="node-addresses">
      <Address label="Internal" value={withPort(node.ip_internal, node.port)} />
      <Address label="Public" value={node.ip_public ? withPort(node.ip_public, node.port) : "–"} />
    </dl>
  );
}

function Address({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Appends a port; an IPv6 address needs brackets, so that the port does not run into it. */
function withPort(ip: string, port: number): string {
  return ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`;
}

/** After a rotation the former agent key is valid for a while; if it leaked, an admin ends it at once (A32). */
function OldKey({ nodeName, untilTs }: { nodeName: string; untilTs: number }) {
  return (
    <PostForm intent="revoke-old-key" className="flex items-center justify-between gap-3 text-sm">
      <input type="hidden" name="node" value={nodeName} />
      <span className="text-muted">
        The old agent key is valid until <Time epochSeconds={untilTs} />
      </span>
      <Button size="small" aria-label={`Revoke the old key of ${nodeName} now`}>
        Revoke now
      </Button>
    </PostForm>
  );
}
