import { expect, test } from "vitest";
import { taskSize } from "~/compute/task-size";
import { machineOf } from "../../../../worker/agent/simulated/model";

test.each([1, 2, 4, 8])(
  "a simulated machine of %d GPUs has the promised resources of a task on all of them",
  (gpus) => {
    expect(machineOf(gpus)).toEqual(taskSize(gpus));
  },
);
