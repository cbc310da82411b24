import { Refusal } from "~/platform/refusal";

/** Returns a handler for `catch`: the message of a refusal of that field; any other error is rethrown. */
export const isRefusalOf = (field: string) => (error: unknown) => {
  const message = error instanceof Refusal ? error.details.fields?.[field] : undefined;
  if (message === undefined) throw error;
  return message;
};
