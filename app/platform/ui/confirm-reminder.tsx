import { useLocation } from "@remix-run/react";
import { Link } from "./link";
import { PostForm } from "./post-form";
import { SubmitButton } from "./submit-button";

/** Above every screen of a user who has not confirmed the address: what they cannot do yet, and a new link. */
export function ConfirmReminder({ email }: { email: string }) {
  const { pathname } = useLocation();
  // The page behind the reminder explains all of it.
  if (pathname === "/verify") return null;
  return (
    <aside aria-label="Confirm your email address" className="border-b bg-warn-soft text-sm text-warn">
      <div className="page-row flex-wrap justify-between gap-x-6 gap-y-2 py-2">
        <p className="min-w-0 break-words">
          Confirm your email address to start tasks: we sent a link to <strong>{email}</strong>.{" "}
          <Link to="/verify" className="underline">
            Another address?
          </Link>
        </p>
        <PostForm action="/verify">
          <SubmitButton look="secondary" size="small">
            Send it again
          </SubmitButton>
        </PostForm>
      </div>
    </aside>
  );
}
