import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { revokeSource, rotateSource } from "~/usage/inside/intake/change-source.server";
import { checkEvents } from "~/usage/inside/intake/check-events.server";
import { makeSource } from "~/usage/inside/intake/make-source.server";
import { readSources } from "~/usage/inside/intake/read-sources.server";
import { sendTestEvent } from "~/usage/inside/intake/send-test-event.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, ifMay, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import type { IngestionAnswer } from "./ingestion-answers";
import { ChangeSource, CheckEvent, MakeSource, SendTest } from "./ingestion-forms.server";

/** The forms of the ingestion screen. Staff who see usage may check an event, which writes nothing; all else needs `usage.act` (A2). */
export async function ingestionAction(args: RouteArgs, viewer: Viewer) {
  const by = { actorId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    "make-source": ifMay(
      viewer,
      "usage.act",
      onForm(MakeSource, async ({ name }, { now }) => {
        const { key } = await makeSource({ name, ...by, now });
        return showing({ shownKey: { name: name.trim(), key, why: "made" } }, 201);
      }),
    ),
    "rotate-source": ifMay(
      viewer,
      "usage.act",
      onForm(ChangeSource, async ({ source_id: sourceId }, { now }) => {
        const key = await rotateSource({ sourceId, ...by, now });
        return showing({ shownKey: { name: await nameOf(sourceId, now), key, why: "rotated" } });
      }),
    ),
    "revoke-source": ifMay(
      viewer,
      "usage.act",
      onForm(ChangeSource, async ({ source_id: sourceId, confirm }, { now }) => {
        const name = await nameOf(sourceId, now);
        if (!confirm) return showing({ askRevoke: { id: sourceId, name } }, 422);
        await revokeSource({ sourceId, ...by, now });
        return { notice: `The keys of ${name} have ended.` };
      }),
    ),
    "test-event": ifMay(
      viewer,
      "usage.act",
      onForm(SendTest, async ({ source_id: sourceId, ...event }, { now }) => {
        await nameOf(sourceId, now);
        const { key } = await sendTestEvent({ sourceId, event, ...by, now });
        return { notice: `The event was accepted, with the key ${key}.` };
      }),
    ),
    "check-event": onForm(CheckEvent, async ({ source_id: sourceId, text }, { now }) => {
      const result = await checkEvents({ text, sourceId, now });
      return showing({ checked: { text, sourceId: sourceId === null ? "" : String(sourceId), result } });
    }),
  });
}

async function nameOf(sourceId: number, now: Date): Promise<string> {
  const source = (await readSources({ now })).find(({ id }) => id === sourceId);
  if (!source || source.revokedTs !== null) throw new Refusal(M.notFound, { status: 404 });
  return source.name;
}

/** Answers without a redirect: the key is in this answer only. */
function showing(answer: IngestionAnswer, status = 200): Response {
  return Response.json(answer, { status, headers: { "Cache-Control": "no-store" } });
}
