import { z } from "zod";
import { closeTaskPort, openTaskPort, readPortToken, renewPortToken } from "~/compute/inside/ports/task-ports.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";
import { connectQuery } from "./tabs";

const Port = z.object({ port: z.string().default("") });

/** The intents of a task's ports (19.2), on the Connect tab of a node: opening, closing, and the token that programs need. */
export function portIntents({ tenantId, userId }: Viewer, resvGuid: string, node: number) {
  const to = `/tasks/${resvGuid}${connectQuery(node)}#ports`;
  return {
    "open-port": onForm(Port, async ({ port }, { now }) => {
      const number = portOf(port);
      await openTaskPort({ tenantId, userId, resvGuid, port: number, now });
      return { notice: `Port ${number} is open.`, to };
    }),
    "close-port": onForm(Port, async ({ port }, { now }) => {
      const number = portOf(port);
      await closeTaskPort({ tenantId, userId, resvGuid, port: number, now });
      return { notice: `Port ${number} is closed.`, to };
    }),
    "show-token": onForm(z.object({}), async (_, { now }) => {
      return Response.json({ portToken: await readPortToken({ tenantId, userId, resvGuid, now }) });
    }),
    "renew-token": onForm(z.object({}), async (_, { now }) => {
      return Response.json({ portToken: await renewPortToken({ tenantId, userId, resvGuid, now }) });
    }),
  };
}

function portOf(typed: string): number {
  if (!/^\d{1,5}$/.test(typed.trim())) throw Refusal.ofField("port", M.wrongPort);
  return Number(typed);
}
