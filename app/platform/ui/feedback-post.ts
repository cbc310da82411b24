import { EXPIRED_WITHOUT_COOKIE, SHOWN } from "~/platform/shown-messages";
import { emailFault } from "~/accounts/email-address";

const MESSAGE_MAX = 2_000;
const URL_MAX = 500;

/** Errors by field; `form` holds errors of no field. */
export interface FeedbackErrors {
  message?: string;
  email?: string;
  form?: string;
}

/** Sends the widget's form to `/chat`; null on success. The status is enough: the page is not read. */
export async function postFeedback(typed: FormData, pageToken: string): Promise<FeedbackErrors | null> {
  const message = String(typed.get("message") ?? "").trim();
  const email = String(typed.get("email") ?? "").trim();
  const emailWrong = emailFault(email.toLowerCase());
  const wrong: FeedbackErrors = {
    ...(message === "" ? { message: "Write a message." } : {}),
    ...([...message].length > MESSAGE_MAX ? { message: SHOWN.fieldTooLong({ field: "Message", n: MESSAGE_MAX }) } : {}),
    ...(emailWrong === null ? {} : { email: emailWrong }),
  };
  if (Object.keys(wrong).length > 0) return wrong;
  const url = (location.origin + location.pathname).slice(0, URL_MAX);
  const body = new URLSearchParams({ _token: pageToken, intent: "send", message, email, url });
  try {
    const answer = await fetch("/chat", { method: "POST", body, redirect: "manual" });
    return answer.type === "opaqueredirect" ? null : { form: reasonOf(answer) };
  } catch {
    return { form: SHOWN.busy };
  }
}

function reasonOf({ status, headers }: Response): string {
  if (status === 429) return SHOWN.tooManyRequests({ seconds: Number(headers.get("Retry-After") ?? 60) });
  if (status === 403) return navigator.cookieEnabled ? SHOWN.pageExpired : EXPIRED_WITHOUT_COOKIE;
  return status === 422 ? SHOWN.unreadable : SHOWN.busy;
}
