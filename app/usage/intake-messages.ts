/** Reasons for which an event is rejected (A17), and other messages of the intake. */
export const intakeMessages = {
  tooOld: "The event is older than 7 days.",
  inTheFuture: "The event lies in the future.",
  noModel: "model is empty.",
  wrongModel: "model has characters that are not allowed.",
  wrongKind: "kind must be chat, agent or completion.",
  wrongNumber: ({ field, a, b }: { field: string; a: number; b: number }) =>
    `${field} must be a whole number from ${a} to ${b}.`,
  keyTaken: "This key was used for another event.",
  notANumber: "The event holds NaN or Infinity, which JSON does not allow.",
  notJson: "The line is not JSON.",
  notAnObject: "The event must be an object.",
  wrongKey: "key must have 1 to 64 characters, without control characters.",
  wrongTime: "ts must be epoch seconds, or a time with its zone such as 2026-01-31T13:45:00Z.",
  wrongCompleted: "completed must be true or false.",
  wrongVersion: "client_version may have at most 40 characters, without control characters.",
  wrongHold: "hold must be the id of a hold.",
  wrongSpecVersion: "specversion must be 1.0.",
  noneAccepted: "No event was accepted.",
  emptyBody: 'The body is empty. Send {"events": [...]} with 1 to 1000 events.',
  wrongMedia:
    "Send JSON in UTF-8, as application/json, application/cloudevents+json, application/cloudevents-batch+json or application/x-ndjson.",
  wrongEncoding: "Content-Encoding may be gzip, or left out.",
  noEvents: "events must be a list of 1 to 1000 events.",
  priceOfPast: "A price cannot begin in the past: events keep the price of their time.",
  priceTooFar: "A price can be planned at most a year ahead.",
  priceTaken: "This model already has a price from that moment on.",
} as const;
