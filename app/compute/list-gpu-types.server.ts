import { db } from "~/platform/db.server";
import type { GpuType } from "./gpu-type";
import { taskSize } from "./task-size";

/** A type with the least that a node of it reports for each of its GPUs; null without a node that has reported. */
type TypeRow = GpuType & { coresPerGpu: number | null; memMbPerGpu: number | null };

/**
 * Lists the offered GPU types, cheapest first. Processor and RAM are a task's share with each GPU on any node of the
 * type; if no node has reported, they come from the catalogue.
 */
export async function listGpuTypes(): Promise<GpuType[]> {
  const rows = await db.query<TypeRow>(
    `select p.gpu_type as "gpuType", p.pph_cents as "pphCents", p.name, p.memory, p.cores,
       p.single_precision as "singlePrecision", p.cpu, p.ram, p.disk, p.network, least."coresPerGpu", least."memMbPerGpu"
     from price p left join (
       select gpu_type, min((sysinfo->>'cpu_cores')::int / gpus) as "coresPerGpu", min((sysinfo->>'mem_mb')::int / gpus) as "memMbPerGpu"
       from node where retired_at is null and pilot_of is null and (sysinfo->>'mem_mb')::int > 0 group by gpu_type) least on least.gpu_type = p.gpu_type
     where p.hidden_at is null order by p.pph_cents, p.gpu_type`,
  );
  return rows.map(({ coresPerGpu, memMbPerGpu, ...type }) => {
    if (coresPerGpu === null || memMbPerGpu === null) return type;
    const { cpu_cores, mem_mb } = taskSize(1);
    const cores = Math.max(1, Math.min(cpu_cores, coresPerGpu));
    const gb = Math.floor(Math.min(mem_mb, memMbPerGpu) / 1024);
    return { ...type, cpu: `${cores} vCPU per GPU`, ram: `${gb} GB per GPU` };
  });
}
