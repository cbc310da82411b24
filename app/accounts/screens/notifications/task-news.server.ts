import { z } from "zod";
import { changeTaskNews } from "~/accounts/inside/task-news.server";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";

/** Browsers do not send an unticked box. */
const News = z.object({ start: z.string().optional(), end: z.string().optional() });

/** The intent `task-news`: which task news the user gets by mail (9.11). */
export function taskNewsIntent({ userId }: Viewer) {
  return onForm(News, async ({ start, end }) => {
    await changeTaskNews({ userId, start: start === "1", end: end === "1" });
    return { notice: "Your task news settings were saved.", to: "/user/notifications" };
  });
}
