import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { formatCents } from "~/platform/ui/format";
import { useNotify } from "~/platform/ui/notices";
import { askPath } from "~/platform/live/ask-path";
import { Link } from "~/platform/ui/link";
import type { NodeTenants } from "./node-view";

interface TenantTileProps {
  task: NodeTenants["tasks"][number];
  /** GPUs of the task on this node. */
  gpus: number;
}

/** A running tenant; opens its user's detail (2.4). Without the script it is a plain link. */
export function TenantTile({ task, gpus }: TenantTileProps) {
  const open = useOpenTenant();
  return (
    <Link
      to={`/users/stats/${task.tenant_name}`}
      onClick={(event) => open(event, task.tenant_name)}
      className="block min-w-0 rounded-control border px-2.5 py-1.5 text-sm hover:border-edge hover:bg-sunken"
    >
      <span className="block truncate font-medium">{task.tenant_name}</span>
      <span className="block truncate text-xs text-muted">{task.tenant_image}</span>
      <span className="block text-xs whitespace-nowrap text-muted tabular-nums">
        {gpus === 1 ? "1 GPU" : `${gpus} GPUs`} · {formatCents(task.pph)}/h
      </span>
    </Link>
  );
}

/** Fetches the address of the tenant's page and opens it; new tabs and windows use the link itself. */
function useOpenTenant() {
  const navigate = useNavigate();
  const notify = useNotify();
  return (event: MouseEvent, tenant: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void askPath<{ url: string }>("/users/view", { body: { tenant } }).then((answer) => {
      if (answer.retcode === "OK") navigate(answer.url);
      else notify({ retcode: answer.retcode, message: answer.human_readable_message });
    });
  };
}
