import type { FormAnswer } from "~/platform/http/form.server";
import { Popup } from "~/platform/ui/popup";
import { PASSWORD_INTENT, PasswordForm } from "./password-form";

interface PasswordPopupProps {
  email: string;
  askCurrent: boolean;
  answer: FormAnswer | undefined;
}

/** Change Password in a popup over a screen (2.4), which handles the form. */
export function PasswordPopup({ answer, ...rest }: PasswordPopupProps) {
  return (
    <Popup button="Change Password" title="Change Password" stayOpen={answer?.intent === PASSWORD_INTENT}>
      <PasswordForm {...rest} answer={answer} />
    </Popup>
  );
}
