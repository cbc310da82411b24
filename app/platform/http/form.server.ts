import { isDeepStrictEqual } from "node:util";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { M } from "~/messages";
import { EXPIRED_WITHOUT_COOKIE } from "~/platform/shown-messages";
import { Refusal } from "~/platform/refusal";
import { keepFlash } from "~/accounts/flash.server";
import type { Session } from "~/accounts/session.server";
import { presentTime } from "~/platform/time.server";
import { hasRight, type StaffRight } from "~/platform/staff-rights";
import { rightPage, type Viewer } from "./access.server";
import { isPasswordField } from "./clean-text";
import { type FileField, readFields } from "./form-fields.server";
import { keepNotice } from "./notice-cookie.server";
import { tokenState } from "./page-token.server";
import { flashPath, pagePath } from "./page-path";
import { refusalPage } from "./refusal-page.server";
import { requestIdOf, type RouteArgs } from "./request-facts.server";
import { isSameOrigin } from "./same-origin.server";
import { countScreen } from "./screen-limit.server";
import { forgetSession, readSession } from "./session.server";
import { teamOf } from "./team-of";
import { visitorOf } from "./visitor.server";

/** Result of an accepted form. */
interface FormSuccess {
  /** Notice of the next page. */
  notice?: string;
  /** Path of the next page; the same screen by default. */
  to?: string;
  headers?: HeadersInit;
}

/** The answer to a refused form, as the screen receives it. */
export interface FormAnswer {
  intent: string;
  /** Messages by field, those about no field under '', and the typed values, except passwords. */
  lastResult: {
    initialValue?: Record<string, unknown> | null | undefined;
    error?: Record<string, string[] | null> | null | undefined;
  };
  /** The refusal in one sentence, for a form that shows no fields. */
  message: string;
}

export interface FormContext extends RouteArgs {
  /** Null without a login; `visitor` is set then. */
  session: Session | null;
  visitorId: string | null;
  now: Date;
  /** The chosen file of a form that has one. */
  file: File | null;
}

interface FormHandler<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  run(value: z.output<Schema>, context: FormContext): Promise<FormSuccess | Response | undefined>;
}

/** Handles one intent of a screen: its fields and the action. A Response is sent unchanged. */
export function onForm<Schema extends z.ZodType>(
  schema: Schema,
  run: (value: z.output<Schema>, context: FormContext) => Promise<FormSuccess | Response | undefined>,
): FormHandler<Schema> {
  return { schema, run };
}

/** Keeps an intent for staff with a right; others get the 403 page, whatever the fields. */
export function ifMay(viewer: Viewer, right: StaffRight, handler: FormHandler): FormHandler {
  if (hasRight(viewer, right)) return handler;
  return {
    schema: z.looseObject({}),
    run: () => Promise.reject(rightPage(right)),
  };
}

/**
 * Runs a screen's action (2.1, 0.6): page token and same-origin proof, the fields, then the intent's use-case. Success
 * is a 303 with a notice. A refusal is 422 with the form's answer; a wrong page token is 403 (M14), too many requests
 * are 429. The caller has guarded the screen. A form without an intent uses the handler ''. A form that was drawn for
 * another tenant is refused too (M170), except for the intents in `anyTeam`. Files are read only where `fileField` names one.
 */
export async function formAction(
  args: RouteArgs,
  handlers: Record<string, FormHandler>,
  { anyTeam = [], fileField }: { anyTeam?: readonly string[]; fileField?: FileField } = {},
) {
  const { request, context } = args;
  if (request.method !== "POST") throw refusalPage(405, M.wrongMethod, { Allow: "GET, POST" });
  const session = await readSession(args);
  await countScreen(args, session);
  // The time is taken before the body is read, as on JSON paths. The session is read again after it, because the sender
  // may lose a right meanwhile (16.9).
  const now = presentTime();
  const { fields, file } = await readFields(request, fileField);
  forgetSession(args);
  const isAsBefore = isDeepStrictEqual(standingOf(await readSession(args)), standingOf(session));
  const intent = String(fields.get("intent") ?? "");
  const handler = Object.hasOwn(handlers, intent) ? handlers[intent] : undefined;
  if (!handler) throw refusalPage(400, M.unreadable);

  const token = await tokenState(args, String(fields.get("_token") ?? ""));
  const ofOtherTeam = token === "other team" && !anyTeam.includes(intent);
  const proven = isSameOrigin(args) && token !== "expired" && isAsBefore;
  const submission = parseWithZod(fields, { schema: handler.schema, error: () => M.unreadable });
  const refuse = (
    status: number,
    message: string,
    fieldErrors: Record<string, string[]> = {},
    more: Record<string, string> = {},
  ) => {
    const formErrors = Object.keys(fieldErrors).length === 0 ? [message] : [];
    const hideFields = [...fields.keys()].filter(isPasswordField);
    const { initialValue, error } = submission.reply({ fieldErrors, formErrors, hideFields });
    return data<FormAnswer>({ intent, lastResult: { initialValue, error }, message }, { status, headers: more });
  };

  // Every page of ours sets a cookie. A same-origin request without one may come from a browser that blocks cookies.
  const keepsNone = isSameOrigin(args) && request.headers.get("Cookie") === null;
  if (!proven) return refuse(403, keepsNone ? EXPIRED_WITHOUT_COOKIE : M.pageExpired);
  if (session && ofOtherTeam) return refuse(403, M.otherTeam({ team: teamOf(session.account) }));
  if (submission.status !== "success") {
    const messages = Object.values(submission.error ?? {}).flatMap((texts) => texts ?? []);
    return refuse(422, messages[0] ?? M.unreadable, withTexts(submission.error ?? {}));
  }
  try {
    const visitorId = session ? null : (visitorOf(args)?.visitorId ?? null);
    const success = await handler.run(submission.value, { request, context, session, visitorId, now, file });
    return success instanceof Response ? success : await finish(args, session, success ?? {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, fields: byField = {}, headers: more } = error.details;
    if (status === 403 || status === 404) throw refusalPage(status, error.message);
    return refuse(status === 429 ? 429 : 422, error.message, withTexts(byField), more);
  }
}

/** The rights that guards of screens check. A sender who lost one while the body arrived is refused (16.9). */
function standingOf(session: Session | null) {
  if (!session) return null;
  const { tenantId, memberRole, role, staffRights, state } = session.account;
  return { tenantId, memberRole, role, staffRights, state };
}

async function finish(args: RouteArgs, session: Session | null, { notice, to, headers }: FormSuccess) {
  const target = to ?? pagePath(args.request);
  const answer = redirect(target, { status: 303, headers });
  if (notice) {
    const flash = { retcode: "OK", message: notice, path: flashPath(target) } as const;
    // The action may have ended the session.
    const kept = session !== null && (await keepFlash({ sessionId: session.sessionId, flash }));
    if (!kept) answer.headers.append("Set-Cookie", keepNotice(flash, presentTime()));
  }
  answer.headers.set("X-Request-Id", requestIdOf(args));
  return answer;
}

function withTexts(errors: Record<string, string | string[] | null>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).flatMap(([name, texts]) => (texts ? [[name, [texts].flat()]] : [])));
}
