import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { SHOWN } from "~/platform/shown-messages";
import { useRefetch } from "~/platform/live/use-refetch";
import { Button } from "./button";
import { EmailField } from "./email-field";
import { type FeedbackErrors, postFeedback } from "./feedback-post";
import { fieldState } from "./field-state";
import { PopupPanel } from "./popup-panel";
import { TextareaField } from "./textarea-field";

interface FeedbackPanelProps {
  pageToken: string;
  /** The email of the logged-in user. */
  email: string;
  onClose: () => void;
}

type Sending = "writing" | "busy" | "sent";

/** The form of `/chat`. It is sent by fetch, so that no fault or lost network discards the text. */
export function FeedbackPanel({ pageToken, email, onClose }: FeedbackPanelProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const refetch = useRefetch();
  const [sending, setSending] = useState<Sending>("writing");
  const [errors, setErrors] = useState<FeedbackErrors>({});
  const sent = sending === "sent";
  // Focus goes to the message first; to the close button once the form was sent.
  useEffect(() => panel.current?.querySelector<HTMLElement>(sent ? "button" : "textarea")?.focus(), [sent]);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSending("busy");
    const refused = await postFeedback(new FormData(event.currentTarget), pageToken);
    // Fetches a new page token for the next try.
    if (refused?.form === SHOWN.pageExpired) refetch();
    setErrors(refused ?? {});
    setSending(refused ? "writing" : "sent");
  };
  const field = (name: "message" | "email", value: string) => {
    const state = fieldState(name, value, errors[name]);
    return { ...state, id: `${id}-${name}`, errorId: `${id}-${name}-error` };
  };
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label="Feedback"
      onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && onClose()}
      className="appear fixed inset-x-4 bottom-4 z-40 ml-auto max-h-[calc(100dvh-5rem)] overflow-auto rounded-panel border bg-raised p-4 text-ink shadow-popup sm:w-80"
    >
      <PopupPanel title="Feedback" onClose={onClose}>
        {sent ? (
          <p role="status" className="py-4 text-base">
            Thank you
          </p>
        ) : (
          <form aria-busy={sending === "busy"} onSubmit={(event) => void send(event)} className="flex flex-col gap-3">
            <TextareaField field={field("message", "")} label="Message" rows={4} />
            <EmailField field={field("email", email)} />
            {errors.form ? (
              <p role="alert" className="text-sm text-danger">
                {errors.form}
              </p>
            ) : null}
            <Button look="primary" disabled={sending === "busy"}>
              Send
            </Button>
          </form>
        )}
      </PopupPanel>
    </div>
  );
}
