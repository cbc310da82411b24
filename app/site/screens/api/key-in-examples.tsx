import { ButtonLink } from "~/platform/ui/button-link";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextLink } from "~/platform/ui/text-link";
import { PasswordInput } from "~/accounts/views/password-input";

interface KeyInExamplesProps {
  /** Null for a visitor. */
  viewer: { askPassword: boolean } | null;
  /** This screen with its query, for the return after the login. */
  here: string;
  shown: boolean;
  refused: string | null;
}

/** Shows the user's own key in all examples: only on request, and only in the answer to that request. */
export function KeyInExamples({ viewer, here, shown, refused }: KeyInExamplesProps) {
  return (
    <Panel title="Your key in the examples">
      {viewer === null ? (
        <div className="flex flex-col items-start gap-4">
          <p className="text-sm text-muted">
            Each account has an API key. Log in to see the examples with yours, ready to paste.
          </p>
          <ButtonLink to={`/login?redirectTo=${encodeURIComponent(here)}`}>Log in</ButtonLink>
        </div>
      ) : shown ? (
        <p className="text-sm" role="status">
          The examples below now contain your key. Anyone who has it can act as you, so keep it secret. You can replace
          it on the <TextLink to="/user/security">Security</TextLink> screen.
        </p>
      ) : (
        <PostForm intent="show-key" className="flex flex-col items-start gap-4">
          <p className="text-sm text-muted">
            The examples say <code>$MILLRACE_KEY</code>. They can show your own key instead, until you leave this page.
          </p>
          {viewer.askPassword ? (
            <PasswordInput name="password" label="Password" error={refused ?? undefined} />
          ) : refused ? (
            <p className="text-sm text-danger">{refused}</p>
          ) : null}
          <SubmitButton>Show my key in the examples</SubmitButton>
        </PostForm>
      )}
    </Panel>
  );
}
