import type { ReactNode } from "react";
import { CodeBlock } from "~/ui/code-block";
import { Panel } from "~/ui/panel";
import { Popup } from "~/ui/popup";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { PasswordInput } from "./password-input";

interface ApiKeyPanelProps {
  /** `mr_…` and the last four characters. */
  masked: string;
  /** The whole key, only in the answer to Show and Make new. */
  shown: string | null;
  /** Whether the last login is too long ago to show or replace it without the password. */
  askPassword: boolean;
  /** Which of the two was refused, and why. */
  refused: { intent: string; message: string } | null;
}

/** The API key: masked, shown on request, replaced by a new one (2.4). */
export function ApiKeyPanel({ masked, shown, askPassword, refused }: ApiKeyPanelProps) {
  return (
    <Panel title="API key" lead="Send it in the header Authorization. It acts with your own rights.">
      {shown ? (
        <CodeBlock label="Your API key" text={shown} />
      ) : (
        <p className="rounded-control border bg-sunken px-3 py-2.5 font-mono text-[0.8125rem]">{masked}</p>
      )}
      <div className="mt-4 flex flex-wrap items-start gap-3">
        {shown ? null : (
          <KeyAction intent="show-key" button="Show" askPassword={askPassword} refused={refused}>
            Shows the whole key on this page once.
          </KeyAction>
        )}
        <KeyAction intent="new-key" button="Make new" askPassword={askPassword} refused={refused} asks>
          The present key ends at once. Programs that use it must be given the new one.
        </KeyAction>
      </div>
      {refused ? <p className="mt-3 text-sm text-danger">{refused.message}</p> : null}
    </Panel>
  );
}

interface KeyActionProps extends Pick<ApiKeyPanelProps, "askPassword" | "refused"> {
  intent: string;
  button: string;
  /** Ask before it is done, even without a password. */
  asks?: boolean;
  children: ReactNode;
}

function KeyAction({ intent, button, askPassword, refused, asks = false, children }: KeyActionProps) {
  const error = refused?.intent === intent ? refused.message : undefined;
  if (!askPassword && !asks) {
    return (
      <PostForm intent={intent}>
        <SubmitButton look="secondary">{button}</SubmitButton>
      </PostForm>
    );
  }
  return (
    <Popup button={button} title={`${button} API key`}>
      <PostForm intent={intent} className="flex flex-col gap-4">
        <p className="text-sm text-muted">{children}</p>
        {askPassword ? <PasswordInput name="password" label="Password" error={error} /> : null}
        <div>
          <SubmitButton look={asks ? "danger" : "primary"}>{button}</SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}
