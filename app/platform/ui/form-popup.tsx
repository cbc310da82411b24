import type { ReactNode } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { Popup, type PopupProps } from "./popup";
import { PostForm } from "./post-form";
import { Refused } from "./refused";

interface FormPopupProps extends Omit<PopupProps, "stayOpen" | "plain" | "children"> {
  intent: string;
  /** Target of the form; this page by default. */
  action?: string;
  /** The answer to the screen's last form, whichever it was. */
  answer: FormAnswer | undefined;
  /** Hidden fields; where several popups share an intent, they identify the popup that was answered. */
  hidden?: Record<string, string>;
  /** Sent by the browser itself, as the answer is a file. */
  asDocument?: boolean;
  children: ReactNode;
}

/** A popup with one form. When refused, it stays open and shows the reason inside, with and without script. */
export function FormPopup({
  intent,
  action,
  answer,
  hidden = {},
  asDocument = false,
  children,
  ...popup
}: FormPopupProps) {
  const refused = answer && isAnswerTo(answer, intent, hidden) ? answer : undefined;
  return (
    <Popup {...popup} stayOpen={refused !== undefined}>
      <PostForm
        intent={intent}
        action={action}
        id={refused ? intent : undefined}
        reloadDocument={asDocument}
        className="flex flex-col gap-4"
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Refused answer={refused} />
        {children}
      </PostForm>
    </Popup>
  );
}

function isAnswerTo(answer: FormAnswer, intent: string, hidden: Record<string, string>): boolean {
  const typed = answer.lastResult.initialValue ?? {};
  return answer.intent === intent && Object.entries(hidden).every(([name, value]) => typed[name] === value);
}
