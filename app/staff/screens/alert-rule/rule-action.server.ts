import { z } from "zod";
import { counted } from "~/platform/counted";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { M } from "~/staff/messages";
import { deleteRule, saveRule } from "~/staff/inside/alerts/change-rules.server";
import { checkRuleFields, type RuleFields } from "~/staff/inside/alerts/check-rule-fields";
import { figureOf } from "~/staff/inside/alerts/figures";
import { listChannels } from "~/staff/inside/alerts/list-channels.server";
import { previewRule } from "~/staff/inside/alerts/preview-rule.server";
import { listText, ruleSentence } from "~/staff/inside/alerts/rule";
import { askedRule } from "./read-rule-screen.server";

const LONGEST = 200;
const text = z.string().max(LONGEST, M.unreadable).default("");

const Rule = z.object({
  ...{ name: text, figure: text, comparison: text, threshold: text, for_minutes: text, scope: text, scope_value: text },
  ...{ severity: text, remind_minutes: text, quiet_from: text, quiet_to: text, quiet_zone: text },
  channels: z.array(text).max(LONGEST, M.unreadable).default([]),
}) satisfies z.ZodType<RuleFields>;

/** The effect of a rule that is not saved. */
export interface Preview {
  intent: "preview";
  /** The typed fields, which stay in the form. */
  lastResult: { initialValue: Record<string, unknown> };
  message: "";
  sentence: string;
  found: string;
}

/** Saves, previews or deletes the rule in the address. The caller has checked that the viewer is an operator. */
export async function ruleAction(args: RouteArgs & { params: { ruleId?: string | undefined } }, { userId }: Viewer) {
  const rule = await askedRule(args);
  const by = (now: Date) => ({ userId, requestId: requestIdOf(args), now });
  return await formAction(args, {
    save: onForm(Rule, async (fields, { now }) => {
      await saveRule(by(now), { ruleId: rule?.id ?? null, fields });
      const notice = rule
        ? `“${fields.name.trim()}” is saved.`
        : `“${fields.name.trim()}” is on. It is checked each minute.`;
      return { notice, to: "/dashboard/alerts/rules" };
    }),
    preview: onForm(Rule, async (fields, { now }) => Response.json(await preview(fields, now))),
    delete: onForm(z.object({}), async (_fields, { now }) => {
      if (!rule) return {};
      const name = await deleteRule(by(now), { ruleId: rule.id });
      return {
        notice: `“${name}” is deleted. Alerts that it opened end within a minute.`,
        to: "/dashboard/alerts/rules",
      };
    }),
  });
}

async function preview(fields: RuleFields, now: Date): Promise<Preview> {
  const values = checkRuleFields(fields);
  const [found, channels] = await Promise.all([previewRule(values, { now }), listChannels()]);
  const told = channels.filter(({ id }) => values.channelIds.includes(id)).map(({ name }) => name);
  return {
    ...{ intent: "preview", message: "", lastResult: { initialValue: { ...fields } } },
    sentence: ruleSentence({ ...values, channels: told }),
    found: foundText(found, figureOf(values.figure).of),
  };
}

function foundText(
  { total, names, of }: Awaited<ReturnType<typeof previewRule>>,
  things: readonly [one: string, several: string] | undefined,
): string {
  if (total === 0) return "It holds for nothing now.";
  if (!things) return "It holds now.";
  const named = listText([...names, ...(total > names.length ? [counted(total - names.length, "other")] : [])]);
  return `It holds now for ${counted(total, ...things)}${of > total ? ` of ${of.toLocaleString("en-US")}` : ""}: ${named}.`;
}
