import { z } from "zod";
import { requestEnrolment, type EnrolmentRequest } from "../enroll";

const Admitted = z.object({
  node_name: z.string(),
  agent_key: z.string(),
  lease_minutes: z.number().positive(),
  live_url: z.string().nullish(),
});
const Refused = z.object({ human_readable_message: z.string().default("") });

/** Minutes in which the control plane must answer: until then the GPUs of the place are idle. */
const WITHIN_MS = 10 * 60_000;

/**
 * Asks for admission to a place and waits for the answer. Returns the reason of a refusal as a text. @throws Error
 * without an answer.
 */
export async function askAdmission(
  url: string,
  token: string,
  request: EnrolmentRequest,
): Promise<z.infer<typeof Admitted> | string> {
  const response = await requestEnrolment(url, token, request, WITHIN_MS);
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.status === 201) return Admitted.parse(answer);
  const refused = Refused.safeParse(answer);
  return `${response.status} ${refused.success ? refused.data.human_readable_message : ""}`.trim();
}
