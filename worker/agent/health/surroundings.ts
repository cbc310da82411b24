import { ifThereIsRoom } from "../if-there-is-room";
import { readSmallFile, writeWhole } from "../task/folder";
import { type Condition, nodeWarning, WHOLE_NODE } from "./finding-book";

interface Counted {
  /** InfiniBand ports that are active, and that should be. */
  ports: number;
  portsExpected: number;
  /** GPUs that the machine was found with, and those it should have. */
  gpus: number;
  gpusExpected: number;
}

/** Hardware that a machine should have and lacks. */
export function judgeSurroundings({ ports, portsExpected, gpus, gpusExpected }: Counted): Condition[] {
  const few = `the machine was found with ${gpus} of ${gpusExpected} GPUs`;
  return [
    ...(ports < portsExpected
      ? [nodeWarning("ib-port-down", `${ports} of ${portsExpected} InfiniBand ports are active`)]
      : []),
    ...(gpus < gpusExpected
      ? [{ name: "gpus-missing", severity: "critical", action: "inspect", text: few, ...WHOLE_NODE } as const]
      : []),
  ];
}

/** The highest count ever seen, also before a reboot: lost hardware differs from hardware that was never there. */
export function mostEver(file: string): (count: number) => number {
  let most = Number(readSmallFile(file)) || 0;
  return (count) => {
    if (count > most) {
      most = count;
      ifThereIsRoom(() => writeWhole(file, String(most)));
    }
    return most;
  };
}
