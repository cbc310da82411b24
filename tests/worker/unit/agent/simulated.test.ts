import { describe, expect, test } from "vitest";
import { simulatedLoad } from "../../../../worker/agent/simulated/load";
import { modelOf, simulatedUuid } from "../../../../worker/agent/simulated/model";
import { answer } from "../../../../worker/agent/simulated/nvidia-smi";

const model = modelOf("a5000");
const gpus = [0, 1].map((index) => ({
  index,
  uuid: simulatedUuid("demo-1", index),
  name: model.name,
  memoryTotalMb: model.memoryMb,
  memoryUsedMb: 4096,
  busyPct: 93,
}));

describe("simulated load", () => {
  const busyAt = (cpuPct: number) => simulatedLoad({ gpus: 2, model, cpuPct, memMb: 100 }).busy;

  test("follows the processor's, is equal for equal load, and stays within the range of GPUs", () => {
    expect(busyAt(0)).toEqual([0, 0]);
    expect(busyAt(50)).toEqual(busyAt(50));
    const rising = [0, 10, 50, 100, 400].map((cpuPct) => busyAt(cpuPct)[0] ?? -1);
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
    for (const cpuPct of [0, 5, 100, 6400]) {
      const { busy, memMb } = simulatedLoad({ gpus: 16, model, cpuPct, memMb: 999_999 });
      for (const value of busy) expect(value >= 0 && value <= 100).toBe(true);
      for (const value of memMb) expect(value >= 0 && value <= model.memoryMb).toBe(true);
    }
  });

  test("an unknown type of GPU has a name too, and every name shows that it is simulated", () => {
    expect(modelOf("z900").name).toBe("Z900 (simulated)");
    expect(modelOf("").name).toBe("GPU (simulated)");
  });

  test("a GPU keeps its UUID, and no two share one", () => {
    expect(simulatedUuid("demo-1", 0)).toMatch(/^GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(simulatedUuid("demo-1", 0)).toBe(simulatedUuid("demo-1", 0));
    expect(new Set([0, 1, 2].map((id) => simulatedUuid("demo-1", id))).size).toBe(3);
  });
});

describe("nvidia-smi", () => {
  test("a query returns the requested columns, with units or without", () => {
    const query = "--query-gpu=index,gpu_name,memory.used,utilization.gpu,temperature.gpu";
    expect(answer([query, "--format=csv"], gpus)).toBe(
      "index, gpu_name, memory.used [MiB], utilization.gpu [%], temperature.gpu\n" +
        "0, NVIDIA RTX A5000 (simulated), 4096 MiB, 93 %, [N/A]\n" +
        "1, NVIDIA RTX A5000 (simulated), 4096 MiB, 93 %, [N/A]\n",
    );
    expect(answer([query, "--format=csv,noheader,nounits", "-i", "1"], gpus)).toBe(
      "1, NVIDIA RTX A5000 (simulated), 4096, 93, [N/A]\n",
    );
  });

  test("options may be separated from their values by a space, and a GPU may be named by its UUID", () => {
    const uuid = gpus[1]?.uuid ?? "";
    expect(answer(["--query-gpu", "count,uuid", "--format", "csv,noheader", "--id", uuid], gpus)).toBe(`1, ${uuid}\n`);
    expect(answer(["-L"], gpus).split("\n")).toHaveLength(3);
  });

  test("unknown fields, formats and GPUs are refused with a message", () => {
    expect(() => answer(["--query-gpu=nonsense", "--format=csv"], gpus)).toThrow("not a valid field");
    expect(() => answer(["--query-gpu=name"], gpus)).toThrow("--format=csv");
    expect(() => answer(["-i", "7"], gpus)).toThrow("No devices were found");
    expect(() => answer(["--reset"], gpus)).toThrow("Invalid combination");
    expect(answer(["--query-compute-apps=pid", "--format=csv"], gpus)).toBe("pid\n");
  });

  test("the overview shows that it is simulated", () => {
    expect(answer([], gpus)).toContain("SIMULATED");
    for (const line of answer([], gpus).split("\n").slice(1, -1)) expect(line).toHaveLength(79);
  });
});
