import type { Words } from ".";

export const webhookWords: Record<string, Words> = {
  event_types: ["Events it receives", ["task.started", "task.ended"]],
  endpoint_id: ["Id of the endpoint", "0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c11"],
  delivery_id: ["Id of the delivery", "812"],
  webhook: ["The endpoint as it is now"],
};
