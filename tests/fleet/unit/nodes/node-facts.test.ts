import { expect, test } from "vitest";
import { healthOf, nodeKeyOf } from "~/fleet/node-health";
import { taskSize } from "~/compute/task-size";

test.each([
  [1, 4, 16384, 200],
  [2, 8, 32768, 400],
  [4, 16, 65536, 800],
  [8, 32, 131072, 1600],
])("%i GPUs come with %i cores, %i MB and %i GB (4.1)", (gpus, cpu_cores, mem_mb, disk_gb) => {
  expect(taskSize(gpus)).toEqual({ cpu_cores, mem_mb, disk_gb });
});

test.each([
  [0, 0, "healthy"],
  [1, 0, "error"],
  [0, 1, "error"],
])("error_counter %i and ubuntu_needs_reboot %i make a node %s (6.1)", (error_counter, ubuntu_needs_reboot, health) => {
  expect(healthOf({ error_counter, ubuntu_needs_reboot })).toBe(health);
});

test("the key of a node has _ for everything that is neither letter nor digit (3.2)", () => {
  expect(nodeKeyOf("fra1-gpu-07.x")).toBe("fra1_gpu_07_x");
});
