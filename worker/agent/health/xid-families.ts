/**
 * Action that a code requires of the machine: `reboot` and `inspect` are critical, `watch` is a warning that becomes
 * critical when it repeats. `customer` is an error of the customer's program, `by-word` is critical if the line calls
 * it fatal, and `note` is reported without effect.
 */
type XidAction = "reboot" | "inspect" | "watch" | "customer" | "by-word" | "note";

interface XidFamily {
  codes: readonly number[];
  /** Meaning of the code, as NVIDIA describes it. */
  meaning: string;
  /** The action in NVIDIA's catalogue; for codes that only GPUs before Ampere have, that of its older list. */
  nvidia: string;
  ours: XidAction;
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

/**
 * NVIDIA's Xids as of 2026, for GPUs up to H200, B200 and GB200 (docs.nvidia.com/deploy/xid-errors, catalogue of driver
 * 610), each with our action. The machine is at fault in all but `customer`; `note` blames nobody. A new code is one
 * line here and one in the test.
 */
export const XID_FAMILIES: readonly XidFamily[] = [
  { codes: [...from(1, 7), 9, 10, 12], meaning: "invalid command stream", nvidia: "unused", ours: "note" },
  { codes: [8], meaning: "GPU stopped processing a program", nvidia: "RESTART_APP", ours: "note" },
  { codes: [11, 25, 32, 69, 80], meaning: "invalid commands of a program", nvidia: "RESTART_APP", ours: "customer" },
  { codes: [13], meaning: "graphics engine exception", nvidia: "RESTART_APP", ours: "customer" },
  { codes: [31], meaning: "GPU memory page fault", nvidia: "RESTART_APP", ours: "customer" },
  { codes: [37], meaning: "method that the firmware does not know", nvidia: "IGNORE", ours: "customer" },
  { codes: [14, 38, 44, 66, 67, 141], meaning: "error of the context switch", nvidia: "IGNORE", ours: "note" },
  {
    codes: [...from(39, 41), ...from(70, 72), ...from(75, 77), 85, ...from(126, 135)],
    meaning: "copy engine exception",
    nvidia: "RESTART_APP",
    ours: "note",
  },
  {
    codes: [33, 34, 35, 36, 42, 47, 65, 68, 73, ...from(82, 84), 86, 88, 89, ...from(96, 105), 139, 142],
    meaning: "exception of a video, picture or optical flow engine",
    nvidia: "RESTART_APP",
    ours: "note",
  },
  { codes: [60], meaning: "security engine exception", nvidia: "RESTART_APP", ours: "note" },
  { codes: [43], meaning: "GPU stopped processing a program", nvidia: "IGNORE", ours: "customer" },
  { codes: [45], meaning: "a program's channel was removed", nvidia: "IGNORE, follow the other Xid", ours: "customer" },
  { codes: [46], meaning: "GPU stopped processing", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [48], meaning: "double bit memory error", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [171, 172], meaning: "uncorrectable memory error", nvidia: "as Xid 48", ours: "reboot" },
  { codes: [54], meaning: "auxiliary power is not connected", nvidia: "CHECK_MECHANICALS", ours: "inspect" },
  { codes: [57, 58], meaning: "unstable video memory interface", nvidia: "unused", ours: "inspect" },
  { codes: [59, 61, 62], meaning: "micro-controller of the GPU halted", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [63], meaning: "memory row remapped or page retired", nvidia: "IGNORE", ours: "watch" },
  { codes: [64], meaning: "memory row could not be remapped", nvidia: "RESET_GPU", ours: "inspect" },
  { codes: [74], meaning: "NVLink error", nvidia: "by the registers", ours: "inspect" },
  { codes: [78], meaning: "a virtual GPU could not be started", nvidia: "UPDATE_SWFW", ours: "note" },
  { codes: [79], meaning: "GPU has fallen off the bus", nvidia: "RESTART_BM", ours: "reboot" },
  { codes: [92], meaning: "high rate of single bit memory errors", nvidia: "IGNORE", ours: "watch" },
  { codes: [93, ...from(122, 125)], meaning: "the GPU's own storage is worn", nvidia: "IGNORE", ours: "watch" },
  { codes: [94], meaning: "contained memory error", nvidia: "RESTART_APP", ours: "watch" },
  { codes: [95], meaning: "uncontained memory error", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [106, 107], meaning: "test message", nvidia: "IGNORE", ours: "note" },
  { codes: [108, 137], meaning: "NVLink access of another GPU's program", nvidia: "IGNORE", ours: "note" },
  { codes: [109], meaning: "context switch timed out", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [110], meaning: "security fault", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [119], meaning: "GPU system processor timed out", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [120], meaning: "GPU system processor error", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [121], meaning: "error of the link to the processor", nvidia: "IGNORE", ours: "watch" },
  { codes: [136], meaning: "NVLink could not be trained", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [140], meaning: "unrecovered memory error", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [143], meaning: "GPU could not be initialized", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: from(144, 150), meaning: "NVLink error", nvidia: "RESET_GPU where it is fatal", ours: "by-word" },
  { codes: [151], meaning: "keys could not be rotated", nvidia: "RESTART_VM", ours: "reboot" },
  { codes: [154], meaning: "GPU recovery action changed", nvidia: "by the action", ours: "by-word" },
  { codes: [155], meaning: "NVLink went down", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [156], meaning: "a part of the GPU is retired", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [157], meaning: "a part of the GPU could not be retired", nvidia: "IGNORE", ours: "watch" },
  { codes: [158], meaning: "GPU timed out for good", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [159], meaning: "error of the link to the processor", nvidia: "RESET_GPU", ours: "reboot" },
  { codes: [160], meaning: "a memory channel is retired", nvidia: "IGNORE", ours: "watch" },
  { codes: [161], meaning: "a memory channel could not be retired", nvidia: "IGNORE", ours: "watch" },
  { codes: from(162, 165), meaning: "power smoothing changed", nvidia: "none", ours: "note" },
  { codes: [166, 170], meaning: "error of encrypted NVLink traffic", nvidia: "none", ours: "watch" },
  { codes: [167], meaning: "PCI Express timed out for good", nvidia: "none", ours: "reboot" },
  { codes: [168], meaning: "GPU has less memory than it should", nvidia: "none", ours: "inspect" },
  { codes: [169], meaning: "security processor halted", nvidia: "none", ours: "reboot" },
];

const FAMILY = new Map(XID_FAMILIES.flatMap((family) => family.codes.map((code) => [code, family] as const)));

/** The family of a code. For a code newer than the list, the word "fatal" in its line decides. */
export function familyOf(code: number): Pick<XidFamily, "ours"> & { meaning?: string } {
  return FAMILY.get(code) ?? { ours: "by-word" };
}
