import { hiddenFault } from "~/platform/hidden-characters";
import { M } from "~/accounts/messages";
import { EVENT_TYPES, isEventType } from "~/platform/event-types";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { checkEndpointUrl } from "./endpoint-url";

const DESCRIPTION_MAX = 200;

export interface EndpointFields {
  url: string;
  description: string;
  eventTypes: string[];
}

/** Validates an endpoint's fields; refuses with a message at each wrong one. */
export function checkEndpoint({ url: typed, description, eventTypes }: EndpointFields): EndpointFields {
  const fields: Record<string, string> = {};
  const url = checkEndpointUrl(typed, { loopback: env.WEBHOOK_LOOPBACK });
  if ("problem" in url) fields["url"] = url.problem;
  const hidden = hiddenFault(description);
  if (description.length > DESCRIPTION_MAX)
    fields["description"] = M.fieldTooLong({ field: "A description", n: DESCRIPTION_MAX });
  else if (hidden !== null) fields["description"] = hidden;
  const unknown = eventTypes.find((type) => !isEventType(type));
  if (unknown !== undefined) fields["event_types"] = M.webhookEventUnknown({ type: unknown.slice(0, 100) });
  else if (eventTypes.length === 0) fields["event_types"] = M.webhookEventsRequired;
  const [first] = Object.values(fields);
  if (first !== undefined) throw new Refusal(first, { status: 422, fields });
  return {
    url: "url" in url ? url.url : typed,
    description,
    eventTypes: EVENT_TYPES.filter((type) => eventTypes.includes(type)),
  };
}
