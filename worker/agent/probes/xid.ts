/** Xid codes of the kernel log after which a GPU must not be used again before somebody looked. */
const FATAL_XIDS: ReadonlySet<number> = new Set([46, 48, 64, 74, 79, 95]);

/** How many messages of the text report a fatal Xid or a device that fell off the bus. */
export function countFatalXids(kernelLog: string): number {
  return kernelLog.split("\n").filter((line) => {
    const code = /NVRM: Xid \([^)]*\): (\d+)/.exec(line)?.[1];
    return (code !== undefined && FATAL_XIDS.has(Number(code))) || /fallen off the bus/i.test(line);
  }).length;
}
