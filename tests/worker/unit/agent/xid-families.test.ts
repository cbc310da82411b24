import { describe, expect, test } from "vitest";
import { judgeEvent, xidLists } from "../../../../worker/agent/health/judge-event";
import { XID_FAMILIES } from "../../../../worker/agent/health/xid-families";

/** The settings as they were before the list of 2026: each applies as it is given. */
const GIVEN = {
  reboot: [46, 48, 79, 95],
  inspect: [64, 74],
  watch: [63, 92, 94, 119, 120],
  customer: [13, 31, 43, 45],
};

const judged = (code: number, detail = "") => judgeEvent({ kind: "xid", code, pci: "0000:02:00", bootS: 1, detail }, 1);

/** The first code of each family, with NVIDIA's advice. */
const FAMILIES: [code: number, nvidia: string, severity: string, action: string][] = [
  [1, "unused", "info", "watch"],
  [8, "RESTART_APP", "info", "watch"],
  [11, "RESTART_APP", "info", "customer"],
  [13, "RESTART_APP", "info", "customer"],
  [31, "RESTART_APP", "info", "customer"],
  [37, "IGNORE", "info", "customer"],
  [14, "IGNORE", "info", "watch"],
  [39, "RESTART_APP", "info", "watch"],
  [33, "RESTART_APP", "info", "watch"],
  [60, "RESTART_APP", "info", "watch"],
  [43, "IGNORE", "info", "customer"],
  [45, "IGNORE, follow the other Xid", "info", "customer"],
  [46, "RESET_GPU", "critical", "reboot"],
  [48, "RESET_GPU", "critical", "reboot"],
  [171, "as Xid 48", "critical", "reboot"],
  [54, "CHECK_MECHANICALS", "critical", "inspect"],
  [57, "unused", "critical", "inspect"],
  [59, "RESET_GPU", "critical", "reboot"],
  [63, "IGNORE", "warning", "watch"],
  [64, "RESET_GPU", "critical", "inspect"],
  [74, "by the registers", "critical", "inspect"],
  [78, "UPDATE_SWFW", "info", "watch"],
  [79, "RESTART_BM", "critical", "reboot"],
  [92, "IGNORE", "warning", "watch"],
  [93, "IGNORE", "warning", "watch"],
  [94, "RESTART_APP", "warning", "watch"],
  [95, "RESET_GPU", "critical", "reboot"],
  [106, "IGNORE", "info", "watch"],
  [108, "IGNORE", "info", "watch"],
  [109, "RESET_GPU", "critical", "reboot"],
  [110, "RESET_GPU", "critical", "reboot"],
  [119, "RESET_GPU", "critical", "reboot"],
  [120, "RESET_GPU", "critical", "reboot"],
  [121, "IGNORE", "warning", "watch"],
  [136, "RESET_GPU", "critical", "reboot"],
  [140, "RESET_GPU", "critical", "reboot"],
  [143, "RESET_GPU", "critical", "reboot"],
  [144, "RESET_GPU where it is fatal", "warning", "watch"],
  [151, "RESTART_VM", "critical", "reboot"],
  [154, "by the action", "critical", "reboot"],
  [155, "RESET_GPU", "critical", "reboot"],
  [156, "RESET_GPU", "critical", "reboot"],
  [157, "IGNORE", "warning", "watch"],
  [158, "RESET_GPU", "critical", "reboot"],
  [159, "RESET_GPU", "critical", "reboot"],
  [160, "IGNORE", "warning", "watch"],
  [161, "IGNORE", "warning", "watch"],
  [162, "none", "info", "watch"],
  [166, "none", "warning", "watch"],
  [167, "none", "critical", "reboot"],
  [168, "none", "critical", "inspect"],
  [169, "none", "critical", "reboot"],
];

describe("The list of Xids", () => {
  test.each(FAMILIES)("%i, with NVIDIA's advice %s, is %s: %s", (code, nvidia, severity, action) => {
    const family = XID_FAMILIES.find(({ codes }) => codes[0] === code);
    expect(family?.nvidia).toBe(nvidia);
    for (const one of family?.codes ?? []) expect(judged(one)).toMatchObject({ name: `xid-${one}`, severity, action });
  });

  test("has each family in this table, each code once, and words for all", () => {
    expect(XID_FAMILIES.map(({ codes }) => codes[0])).toEqual(FAMILIES.map(([code]) => code));
    const codes = XID_FAMILIES.flatMap((family) => family.codes);
    expect(new Set(codes).size).toBe(codes.length);
    expect(judged(140).text).toBe("Xid 140, unrecovered memory error");
  });

  test.each([
    [149, "NETIR_LINK_EVT  Fatal   XC0 i0 Link 08 (0x004505c6 0x0 0x0)", "critical"],
    [149, "pid='<unknown>', name=<unknown>, NETIR_LINK_EVT Fatal XC0 i0 Link 08 (0x0)", "critical"],
    [150, "MSE_WATCHDOG Fatal XC1 i0 Link -1 (0x0)", "critical"],
    [144, "SAW_MVB Nonfatal XC0 i0 Link -1 (0x0)", "warning"],
    [145, "RLW_REMAP Non-fatal XC1 i0 Link 02 (0x0)", "warning"],
    [146, "NVLink5 NON_FATAL link event on link 3", "warning"],
    [147, "pid=7, name=Fatal, TREX Nonfatal XC0 i0 Link 01 (0x0)", "warning"],
    [199, "something that came after 2026", "info"],
    [199, "NEW_UNIT Fatal XC0", "critical"],
    [199, "NEW_UNIT Nonfatal XC0", "warning"],
  ])("Xid %i, %j is %s by its word", (code, detail, severity) => {
    expect(judged(code, detail)).toMatchObject({ severity, text: expect.stringContaining(detail.slice(0, 40)) });
  });

  test.each([
    ["GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)", "critical", "reboot"],
    ["GPU recovery action changed from 0x0 (None) to 0x4 (Drain and Reset).", "critical", "reboot"],
    [
      "pid=9, name=nvidia-smi, GPU recovery action changed from 0x1 (GPU Reset Required) to 0x0 (None)",
      "info",
      "ignore",
    ],
  ])("Xid 154, %j is %s: %s", (detail, severity, action) =>
    expect(judged(154, detail)).toMatchObject({ severity, action }),
  );

  test("settings are used unchanged, and a code in one is in no other list", () => {
    expect(xidLists(GIVEN)).toEqual(GIVEN);
    const lists = { ...xidLists({ watch: [119], customer: [79] }), repeat: 3 };
    const action = (code: number) => judgeEvent({ kind: "xid", code, pci: "", bootS: 1, detail: "" }, 1, lists).action;
    expect([119, 79, 120, 13].map(action)).toEqual(["watch", "customer", "reboot", "watch"]);
    expect(lists.reboot).not.toContain(119);
    expect(lists.customer).toEqual([79]);
  });
});
