import { forEachStep } from "~/platform/for-each";
import { checkRules } from "./inside/alerts/check-rules.server";
import { tellChannels } from "./inside/alerts/tell-channels.server";

/** Checks the rules of alerts and tells the channels. A rule that fails stops neither the other rules nor the messages. */
export async function watchAlerts({ now }: { now: Date }): Promise<void> {
  await forEachStep({ check: () => checkRules({ now }), tell: () => tellChannels({ now }) });
}
