import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Number of active InfiniBand ports below the folder that the kernel keeps them in. */
export function countActivePorts(root = "/sys/class/infiniband"): number {
  if (!existsSync(root)) return 0;
  let active = 0;
  for (const device of readdirSync(root)) {
    const ports = join(root, device, "ports");
    for (const port of existsSync(ports) ? readdirSync(ports) : []) {
      if (isActive(read(join(ports, port, "state")), read(join(ports, port, "link_layer")))) active += 1;
    }
  }
  return active;
}

/** Checks for an active InfiniBand port: the same folder also lists Ethernet cards with RDMA, which do not count. */
export function isActive(state: string, linkLayer: string): boolean {
  return state.trim() === "4: ACTIVE" && linkLayer.trim() !== "Ethernet";
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
