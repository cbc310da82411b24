import { type Admitted, isStillAdmitted } from "~/accounts/is-still-admitted.server";
import { presentTime } from "~/platform/time.server";
import { log } from "./log.server";

const ASKED_EVERY_MS = 1000;

/** Sends a body while its reader is admitted, which it checks once a second; then it breaks off (16.9). */
export function whileAdmitted(response: Response, admitted: Admitted, requestId: string): Response {
  if (!response.body) return response;
  let askedMs = performance.now();
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: async (chunk, controller) => {
        if (performance.now() - askedMs >= ASKED_EVERY_MS) {
          askedMs = performance.now();
          if (!(await isStillAdmitted({ ...admitted, now: presentTime() }))) {
            log.warn({ requestId }, "a file broke off: its reader is not admitted any more");
            throw new Error("not admitted any more");
          }
        }
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(body, response);
}
