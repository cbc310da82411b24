import type { OfferedProvider } from "~/accounts/providers";
import { PostForm } from "./post-form";
import { SubmitButton } from "./submit-button";
import { TextLink } from "./text-link";

interface ProviderButtonsProps {
  /** The configured providers; with none, nothing is shown. */
  providers: readonly OfferedProvider[];
  /** Path to go to after the login. */
  redirectTo?: string;
  /** Set on the page for registering. */
  registers?: boolean;
}

/** Logging in, or registering, with an account elsewhere: plain forms that leave the page. */
export function ProviderButtons({ providers, redirectTo, registers = false }: ProviderButtonsProps) {
  if (providers.length === 0) return null;
  return (
    <div className="mt-5 flex flex-col gap-3">
      <p className="flex items-center gap-3 text-sm text-muted before:grow before:border-t after:grow after:border-t">
        or
      </p>
      {providers.map(({ id, label }) => (
        <PostForm key={id} action={`/login/with/${id}`} reloadDocument className="flex flex-col">
          {redirectTo ? <input type="hidden" name="redirectTo" value={redirectTo} /> : null}
          <SubmitButton look="secondary">Continue with {label}</SubmitButton>
        </PostForm>
      ))}
      {registers ? (
        <p className="text-sm text-muted">
          By going on you agree to the <TextLink to="/terms">terms</TextLink> and have read the{" "}
          <TextLink to="/privacy">privacy notice</TextLink>.
        </p>
      ) : null}
    </div>
  );
}
