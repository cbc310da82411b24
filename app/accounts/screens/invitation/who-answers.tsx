import type { OfferedProvider } from "~/accounts/providers";
import type { FormAnswer } from "~/platform/http/form.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { PostForm } from "~/platform/ui/post-form";
import { ProviderButtons } from "~/platform/ui/provider-buttons";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";

/** The address has an account: its login leads back here. */
export function LogInFirst({ here, providers }: { here: string; providers: OfferedProvider[] }) {
  return (
    <>
      <p className="text-sm">This address has an account. Log in with it, and accept here.</p>
      <ButtonLink to={`/login?redirectTo=${encodeURIComponent(here)}`} look="primary">
        Log in
      </ButtonLink>
      <ProviderButtons providers={providers} redirectTo={here} />
    </>
  );
}

/** Notice that a link works only for its own address. */
export function OtherAddress({ here, address, own }: { here: string; address: string; own: string }) {
  return (
    <>
      <p className="text-sm [overflow-wrap:anywhere]">
        This invitation is for <strong className="font-medium">{address}</strong>, and you are logged in as{" "}
        <strong className="font-medium">{own}</strong>.
      </p>
      <PostForm action="/logout">
        <input type="hidden" name="redirectTo" value={here} />
        <SubmitButton>Log out and continue</SubmitButton>
      </PostForm>
    </>
  );
}

/** Buttons, because mail scanners open every link. */
export function Answer({ unverified, answer }: { unverified: boolean; answer: FormAnswer | undefined }) {
  return (
    <PostForm className="flex flex-col gap-4">
      <Refused answer={answer} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton intent="accept" name="intent" value="accept">
          Accept
        </SubmitButton>
        <SubmitButton intent="decline" name="intent" value="decline" look="secondary">
          Decline
        </SubmitButton>
      </div>
      {unverified ? <p className="text-sm text-muted">Accepting confirms your email address too.</p> : null}
    </PostForm>
  );
}
