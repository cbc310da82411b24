import { readSmallFile } from "../task/folder";

const DEVICES = "/sys/bus/pci/devices";

/** PCIe errors of a device, replays among them, that the kernel counted (AER). @param pci in the form of `busOf`. */
export function pcieErrors(pci: string, devices = DEVICES): number | null {
  if (pci === "") return null;
  const [corrected, fatal, nonfatal] = ["correctable", "fatal", "nonfatal"].map((kind) =>
    totalOf(readSmallFile(`${devices}/${pci}.0/aer_dev_${kind}`)),
  );
  // A kernel or a virtual machine without error reporting lacks these files.
  return corrected == null ? null : corrected + (fatal ?? 0) + (nonfatal ?? 0);
}

function totalOf(text: string | null): number | null {
  const total = /^TOTAL_ERR_\w+ (\d+)$/m.exec(text ?? "")?.[1];
  return total === undefined ? null : Number(total);
}
