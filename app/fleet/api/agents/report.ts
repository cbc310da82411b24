// POST /v1/agents/report: an agent's observed state; for networks without sockets.
import { z } from "zod";
import { recordTakeover } from "~/fleet/record-takeover.server";
import { M } from "~/fleet/messages";
import { FOREIGN_ADDRESSES, NO_SSH_PORT } from "~/fleet/own-addresses.server";
import { readDesired } from "~/fleet/read-desired.server";
import { receiveObserved } from "~/fleet/receive-observed.server";
import { minuteOf } from "~/fleet/gather-telemetry";
import { writeTelemetry } from "~/fleet/write-telemetry.server";
import { Refusal } from "~/platform/refusal";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { log } from "~/platform/http/log.server";
import { desiredSchema, observedSchema } from "~/fleet/agent-messages";

const LIMIT_BYTES = 1024 * 1024;

export const { loader, action } = apiRoute("agents/report", {
  POST: operation({
    purpose: "Receives an agent's observed state and returns what its node should run",
    credentials: ["A"],
    ours: true,
    statuses: [409],
    body: { limitBytes: LIMIT_BYTES, jsonOnly: true, asSent: true },
    input: observedSchema,
    answer: z.object({ desired: desiredSchema }),
    run: async ({ node, input: observed, now }) => {
      const { nodeId } = node;
      const { foreign, replaced, portless } = await receiveObserved({ nodeId, observed, now });
      if (replaced) {
        await recordTakeover({ nodeId, now });
        // The desired state is only for the other machine; otherwise both would run it.
        throw new Refusal(M.replacedAgent, { status: 409 });
      }
      if (foreign.length > 0) log.warn({ nodeId, foreign }, FOREIGN_ADDRESSES);
      if (portless) log.warn({ nodeId }, NO_SSH_PORT);
      // Its figures must not cost the report, nor the desired state.
      await writeTelemetry([minuteOf({ nodeId, ...observed, at: now })]).catch((error: unknown) =>
        log.error({ nodeId, err: error }, "telemetry not written"),
      );
      return { desired: await readDesired({ nodeId }) };
    },
  }),
});
