import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files of `tests/worker` first: they wait for clocks, leases and processes, and what is left at the end shall keep
 * every core busy. Otherwise as usual.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(waits(other)) - Number(waits(one)));
  }
}

const waits = ({ moduleId }: TestSpecification) => moduleId.includes("/tests/worker/");
