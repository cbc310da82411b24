import type { ShownPasskey } from "~/accounts/inside/passkeys/list-passkeys.server";
import type { ShownIdentity } from "~/accounts/inside/identities/list-identities.server";
import type { OfferedProvider } from "~/accounts/providers";
import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { ButtonLink } from "~/platform/ui/button-link";
import { FormPopup } from "~/platform/ui/form-popup";
import { Panel } from "~/platform/ui/panel";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { AddPasskey } from "./add-passkey";
import { PasskeyRow } from "./passkey-row";
import { PasswordInput } from "~/accounts/views/password-input";
import { providerName } from "~/accounts/inside/identities/provider-name";
import { LoginMethodRow } from "./login-method-row";

interface LoginMethodsPanelProps {
  identities: { hasPassword: boolean; linked: ShownIdentity[] };
  providers: OfferedProvider[];
  passkeys: ShownPasskey[];
  /** True if browsers can create passkeys for this address, and another one is allowed. */
  takesPasskeys: boolean;
  /** True if the last login is too old to change them without the password. */
  askPassword: boolean;
  answer: FormAnswer | undefined;
}

/** Login methods: the password, linked accounts and passkeys. */
export function LoginMethodsPanel(props: LoginMethodsPanelProps) {
  const { hasPassword, linked } = props.identities;
  const { providers, passkeys, takesPasskeys, askPassword, answer } = props;
  const labelOf = (id: string) => providers.find((one) => one.id === id)?.label ?? providerName(id);
  const open = providers.filter(({ id }) => !linked.some(({ provider }) => provider === id));
  const proof = { askPassword, answer };
  const alone = providers.length + linked.length + passkeys.length === 0 && !takesPasskeys;
  return (
    <Panel id="ways" title="Ways to log in" lead={alone ? undefined : "You always keep at least one."} padded={false}>
      <ul className="divide-y">
        <LoginMethodRow name="Password" state={hasPassword ? <Badge tone="ok">set</Badge> : <Badge>none</Badge>}>
          {hasPassword ? (
            <ButtonLink to="/user/password">Change</ButtonLink>
          ) : (
            <span className="text-sm text-muted">
              To set one, log out and use <TextLink to="/forgot">Forgot password?</TextLink>
            </span>
          )}
        </LoginMethodRow>
        {linked.map((one) => (
          <LoginMethodRow key={one.id} name={labelOf(one.provider)} state={<Linked identity={one} />}>
            <FormPopup
              button="Remove"
              title={`Remove ${labelOf(one.provider)}`}
              intent="identity-unlink"
              hidden={{ id: String(one.id) }}
              answer={answer}
            >
              <p className="text-sm text-muted">
                You can no longer log in with this account, and all other sessions end. The account itself is not
                deleted.
              </p>
              <ProofFields intent="identity-unlink" {...proof} />
              <div>
                <SubmitButton intent="identity-unlink" look="danger">
                  Remove
                </SubmitButton>
              </div>
            </FormPopup>
          </LoginMethodRow>
        ))}
        {open.map(({ id, label }) => (
          <LoginMethodRow key={id} name={label} state={<Badge>not linked</Badge>}>
            <FormPopup
              button="Link"
              title={`Link ${label}`}
              intent="identity-link"
              hidden={{ provider: id }}
              answer={answer}
              asDocument
            >
              <p className="text-sm text-muted">You continue at {label} and come back here.</p>
              <ProofFields intent="identity-link" {...proof} />
              <div>
                <SubmitButton intent="identity-link">Continue</SubmitButton>
              </div>
            </FormPopup>
          </LoginMethodRow>
        ))}
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} {...proof} />
        ))}
        {takesPasskeys ? (
          <LoginMethodRow name={passkeys.length > 0 ? "Another passkey" : "Passkey"} state={<NoPasskey />}>
            <span className="noscript:hidden">
              <AddPasskey {...proof} />
            </span>
          </LoginMethodRow>
        ) : null}
      </ul>
    </Panel>
  );
}

function NoPasskey() {
  return (
    <>
      <span className="text-sm text-muted noscript:hidden">
        your fingerprint, face or PIN instead of a password and code
      </span>
      <span className="hidden text-sm text-muted noscript:inline">needs JavaScript</span>
    </>
  );
}

function ProofFields({
  intent,
  askPassword,
  answer,
}: { intent: string } & Pick<LoginMethodsPanelProps, "askPassword" | "answer">) {
  if (!askPassword) return null;
  const error = answer?.intent === intent ? answer.lastResult.error?.["password"]?.join(" ") : undefined;
  return <PasswordInput name="password" label="Password" error={error} />;
}

function Linked({ identity: { email, usedTs } }: { identity: ShownIdentity }) {
  return (
    <span className="text-sm break-all text-muted">
      {email || "linked"}
      {usedTs === null ? null : (
        <>
          , used <Time epochSeconds={usedTs} />
        </>
      )}
    </span>
  );
}
