/** A message of a conversation for the browser. */
export interface ThreadMessage {
  id: string;
  kind: "customer" | "staff" | "note";
  own: string;
  quoted: string;
  /** Name of the account that wrote it. */
  author: string | null;
  /** Its sender, if that is not the customer's address; null otherwise. */
  foreignAddress: string | null;
  isAutomatic: boolean;
  url: string;
  ts: number;
}
