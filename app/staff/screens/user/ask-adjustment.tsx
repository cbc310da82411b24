import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextLink } from "~/platform/ui/text-link";
import type { AskedAdjustment } from "./asked-adjustment";

/** The confirmation of a debit. */
export function AskAdjustment({ asked }: { asked: AskedAdjustment }) {
  const { pathname } = useLocation();
  // The focused form is gone: focus moves to the question, not to the button that debits.
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <PostForm intent="adjust-balance" className="flex flex-col gap-4">
      <input type="hidden" name="dollars" value={asked.dollars} />
      <input type="hidden" name="reason" value={asked.reason} />
      <input type="hidden" name="form_key" value={asked.form_key} />
      <input type="hidden" name="confirm" value="1" />
      <p ref={question} tabIndex={-1} className="text-sm outline-none">
        The balance is <strong className="font-medium tabular-nums">{asked.now}</strong> and will be{" "}
        <strong className="font-medium tabular-nums">{asked.after}</strong>.
      </p>
      <p className="text-sm break-words">The customer reads the reason: {asked.reason}</p>
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton look="danger" intent="adjust-balance">
          Take {asked.takes}
        </SubmitButton>
        <span className="text-sm">
          <TextLink to={pathname}>Leave it</TextLink>
        </span>
      </div>
    </PostForm>
  );
}
