import { z } from "zod";
import { requirePassword } from "~/accounts/require-password.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/staff/messages";
import { askDeletion } from "~/staff/inside/own-data/deletion/ask-deletion.server";
import { askExport } from "~/staff/inside/own-data/export/ask-export.server";
import { openExport } from "~/staff/read-exports.server";
import { Refusal } from "~/platform/refusal";
import { requireCustomer } from "~/platform/http/access.server";
import { fileInstead } from "~/platform/http/file-instead.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Proof, proveIdentity } from "~/platform/http/show-own-key.server";
import { fileHeaders, streamText } from "~/platform/http/stream-text.server";

const text = z.string().default("");
const Deletion = Proof.extend({ confirmation: text, forfeit: text, forfeit_cents: text });

/** The intents of the data screen (6.9). A deletion always asks for the password, because it is permanent. */
export async function changeData(args: RouteArgs) {
  const viewer = await requireCustomer(args, "data");
  const { userId, sessionId } = viewer;
  const requestId = requestIdOf(args);
  return await formAction(args, {
    export: onForm(Proof, async ({ password }, { now }) => {
      await proveIdentity(viewer, password, now);
      await askExport({ userId, requestId, now });
      return { notice: "We are preparing your data. You get an email when it is ready.", to: "/user/data" };
    }),
    download: onForm(Proof.extend({ id: text }), async ({ id, password }, { now }) => {
      await proveIdentity(viewer, password, now);
      const found = await openExport({ id, userId, now });
      if (!found) throw new Refusal(M.notFound, { status: 404 });
      await writeAudit({ userId, action: "data.download", target: `user:${userId}`, requestId, now });
      const name = `millrace-data-${found.askedAt.toISOString().slice(0, 10)}.zip`;
      const headers = new Headers(fileHeaders("application/zip", name));
      headers.set("Content-Length", String(found.bytes));
      headers.set("Cache-Control", "no-store");
      throw await fileInstead(args, new Response(streamText(found.parts), { headers }));
    }),
    delete: onForm(Deletion, async ({ password, confirmation, forfeit, forfeit_cents: cents }, { now }) => {
      await requirePassword({ userId, password, field: "password" });
      const givesUpCents = forfeit === "1" && /^\d{1,12}$/.test(cents) ? Number(cents) : 0;
      await askDeletion({ userId, sessionId, confirmation, givesUpCents, requestId, now });
      return { notice: "Your account is being deleted. Thank you for using Millrace.", to: "/login" };
    }),
  });
}
