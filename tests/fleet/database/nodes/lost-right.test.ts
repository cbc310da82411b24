import { beforeAll, describe, expect, test } from "vitest";
import { changeLabels } from "~/fleet/inside/nodes/change-labels.server";
import { requestTest, waiveTest } from "~/fleet/inside/nodes/chores/request-test.server";
import { clearFinding } from "~/fleet/inside/nodes/findings/clear-finding.server";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { planWindow, withdrawWindow } from "~/fleet/inside/nodes/maintenance/plan-window.server";
import { planDrain } from "~/fleet/inside/nodes/plan-drain.server";
import { retireNode } from "~/fleet/inside/nodes/retire-node.server";
import { revokeOldKey } from "~/fleet/inside/nodes/revoke-old-key.server";
import { changeRolling, endTurn, setRollingState } from "~/fleet/inside/nodes/rolling/change-rolling.server";
import { startRolling } from "~/fleet/inside/nodes/rolling/start-rolling.server";
import { setDrain } from "~/fleet/inside/nodes/set-drain.server";
import { setLabels } from "~/fleet/inside/nodes/set-labels.server";
import { setSshGateway } from "~/fleet/inside/nodes/set-ssh-gateway.server";
import { withdrawEnrolmentToken } from "~/fleet/withdraw-enrolment-token.server";
import { M } from "~/messages";
import { db } from "~/platform/db.server";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { hours, NOW } from "./in-use";

const by = { nodeName: "", userId: 0, requestId: "test", now: NOW };
const window = { from: hours(48), to: hours(50), upgrade: true, autoReturn: true };
const rolling = { name: "R7", emptyBy: hours(48), atOnce: 1, stayMinutes: null, upgrade: false, note: "" };

beforeAll(async () => {
  await theCatalogue();
  by.nodeName = (await aNode({ now: NOW })).nodeName;
  by.userId = (await aTenant({ dollars: 0 })).userId;
});

/** Each act of staff on the fleet. */
const ACTS: Record<string, () => Promise<unknown>> = {
  "set the mode": () => setDrain({ ...by, drain: 1 }),
  "drain by a time": () => planDrain({ ...by, emptyBy: hours(48) }),
  "plan maintenance": () => planWindow({ ...by, ...window }),
  "withdraw maintenance": () => withdrawWindow(by),
  "start a rolling drain": () => startRolling({ ...by, ...rolling, nodeNames: [by.nodeName] }),
  "change a rolling drain": () => changeRolling({ ...by, id: 1, emptyBy: hours(60), atOnce: 1 }),
  "cancel a rolling drain": () => setRollingState({ ...by, id: 1, state: "cancelled" }),
  "end a node's turn": () => endTurn({ ...by, id: 1, to: "left" }),
  "clear a finding": () => clearFinding({ ...by, id: 1 }),
  "request a self-test": () => requestTest(by),
  "waive a self-test": () => waiveTest(by),
  "set the SSH gateway": () => setSshGateway({ ...by, on: false }),
  "set rack and labels": () => setLabels({ ...by, rack: "R7", labels: "" }),
  "add an enrolment token": () => issueEnrolmentToken({ ...by, clusterName: "ams2" }),
  "withdraw an enrolment token": () => withdrawEnrolmentToken({ ...by, id: 1 }),
  "revoke a node's old key": () => revokeOldKey(by),
  "retire a node": () => retireNode(by),
};

describe("Staff who lost their right after the request was checked", () => {
  test.each(Object.entries(ACTS))("cannot %s", async (_act, act) => {
    await expect(act()).rejects.toThrow(M.notAllowed);
    expect(await db.query(`select action from audit_row where user_id = $1`, [by.userId])).toEqual([]);
  });

  test("change none of several nodes", async () => {
    const done = await changeLabels({ ...by, nodeNames: [by.nodeName], rack: "R7", add: "", remove: "" });
    expect(done).toMatchObject({ changed: 0, failed: [{ node: by.nodeName }] });
  });
});
