import { M } from "~/money/messages";
import { Refusal } from "~/platform/refusal";
import type { Explanation } from "./explanation";
import { explainMovement } from "./explain-movement.server";
import { explainTask } from "./explain-task.server";
import { asMonth, boundsOf } from "./month";

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NUMBER = /^[1-9]\d{0,17}$/;

/** Explains how a line of the tenant's statement was calculated. @throws Refusal M04 (404) for an unknown line. */
export async function explainLine(given: { tenantId: number; month: string; id: string }): Promise<Explanation> {
  const { tenantId, id } = given;
  const month = asMonth(given.month);
  if (!month) throw new Refusal(M.notFound, { status: 404 });
  const asked = { tenantId, month, id, ...boundsOf(month) };
  const found = GUID.test(id) ? await explainTask(asked) : NUMBER.test(id) ? await explainMovement(asked) : null;
  if (!found) throw new Refusal(M.notFound, { status: 404 });
  return found;
}
