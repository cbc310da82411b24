import type { ReactNode } from "react";
import { Badge } from "~/platform/ui/badge";
import { classes } from "~/platform/ui/classes";
import { Time } from "~/platform/ui/time";
import type { ThreadMessage } from "./thread-message";

/** The messages of a conversation, oldest first. */
export function Thread({ messages, earlier, authorOf, foreign }: ThreadProps) {
  return (
    <div className="flex flex-col gap-3">
      {earlier > 0 ? (
        <p className="text-sm text-muted">{earlier.toLocaleString("en-US")} earlier messages are not shown.</p>
      ) : null}
      <ol aria-label="Messages" className="flex flex-col gap-3">
        {messages.map((message) => (
          <Message key={message.id} message={message} author={authorOf(message)} foreign={foreign} />
        ))}
      </ol>
    </div>
  );
}

interface ThreadProps {
  messages: ThreadMessage[];
  earlier: number;
  /** Names the author of a message to the reader. */
  authorOf: (message: ThreadMessage) => ReactNode;
  /** Words for a message from another address than the customer's. */
  foreign: string;
}

interface MessageProps {
  message: ThreadMessage;
  author: ReactNode;
  foreign: string;
}

function Message({ message, author, foreign }: MessageProps) {
  const { id, kind, own, quoted, ts, foreignAddress, isAutomatic, url } = message;
  return (
    <li id={`message-${id}`} className={classes("rounded-panel border px-4 py-3 sm:px-5", LOOKS[kind])}>
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm text-muted">
        <span className="font-medium text-ink [overflow-wrap:anywhere]">
          <bdi>{author}</bdi>
        </span>
        {kind === "note" ? <Badge tone="warn">note, for staff only</Badge> : null}
        {isAutomatic ? <Badge>automatic</Badge> : null}
        {foreignAddress === null || isAutomatic ? null : <Badge tone="danger">{foreign}</Badge>}
        <Time epochSeconds={ts} />
        {url === "" ? null : <span className="[overflow-wrap:anywhere]">on {url}</span>}
      </p>
      <p className="mt-1.5 max-w-prose [overflow-wrap:anywhere] whitespace-pre-wrap">
        <bdi>{own}</bdi>
      </p>
      {quoted === "" ? null : (
        <details className="more mt-2 text-sm">
          <summary className="flex w-fit items-center gap-1.5 text-muted">Quoted text</summary>
          <p className="mt-1.5 max-w-prose text-muted [overflow-wrap:anywhere] whitespace-pre-wrap">{quoted}</p>
        </details>
      )}
    </li>
  );
}

const LOOKS = { customer: "bg-surface", staff: "bg-sunken", note: "border-dashed bg-surface" };
