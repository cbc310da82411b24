import type { DesiredTask, ObservedTask } from "~/fleet/agent-messages";
import type { GpuModel } from "../simulated/model";
import type { TaskFile } from "./folder";

/** The facts about its start that a task's folder keeps. */
export function aboutTask(
  task: DesiredTask,
  given: {
    uuids: string[];
    model: GpuModel | null;
    simulated: boolean;
    bind: string;
    host: string;
    ports: { port: number; spare_ports: number[] };
    startedTs: number;
  },
): Omit<TaskFile, "disk_bytes"> {
  return {
    placement_id: task.placement_id,
    resv_guid: task.resv_guid,
    task_name: task.task_name,
    tenant_name: task.tenant_name,
    agent: task.agent,
    gpus: task.gpus,
    gpu_uuids: given.uuids,
    gpu_model: given.model,
    simulated: given.simulated,
    bind: given.bind,
    host: given.host,
    ...given.ports,
    started_ts: given.startedTs,
    start_command: task.start_command ?? "",
    environment: task.environment ?? {},
    kept: true,
  };
}

/** Reports a placement that could not be started. */
export function failed(task: DesiredTask, message: string, simulated: boolean): ObservedTask {
  return {
    placement_id: task.placement_id,
    state: "error",
    exit_code: null,
    started_ts: null,
    ssh_addr: "",
    ssh_host_key: "",
    simulated,
    mining: "",
    message: message.slice(0, 1000),
  };
}
