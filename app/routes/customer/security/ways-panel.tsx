import type { ReactNode } from "react";
import type { ShownIdentity } from "~/domain/accounts/identities/list-identities.server";
import type { OfferedProvider } from "~/domain/accounts/identities/providers";
import type { FormAnswer } from "~/http/form.server";
import { Badge } from "~/ui/badge";
import { FormPopup } from "~/ui/form-popup";
import { Panel } from "~/ui/panel";
import { SubmitButton } from "~/ui/submit-button";
import { TextLink } from "~/ui/text-link";
import { Time } from "~/ui/time";
import { PasswordInput } from "./password-input";
import { providerName } from "./provider-name";

interface WaysPanelProps {
  identities: { hasPassword: boolean; linked: ShownIdentity[] };
  providers: OfferedProvider[];
  /** Whether the last login is too long ago to change them without the password. */
  askPassword: boolean;
  answer: FormAnswer | undefined;
}

/** The ways to log in beside each other: the password, and accounts elsewhere. Nothing where there is the password alone. */
export function WaysPanel({ identities: { hasPassword, linked }, providers, askPassword, answer }: WaysPanelProps) {
  if (providers.length === 0 && linked.length === 0) return null;
  const labelOf = (id: string) => providers.find((one) => one.id === id)?.label ?? providerName(id);
  const open = providers.filter(({ id }) => !linked.some(({ provider }) => provider === id));
  const proof = { askPassword, answer };
  return (
    <Panel id="ways" title="Ways to log in" lead="One of them is always left." padded={false}>
      <ul className="divide-y">
        <Row name="Password" state={hasPassword ? <Badge tone="ok">set</Badge> : <Badge>none</Badge>}>
          {hasPassword ? (
            <TextLink to="/user/password">Change</TextLink>
          ) : (
            <span className="text-sm text-muted">
              To set one, log out and use <TextLink to="/forgot">Forgot password?</TextLink>
            </span>
          )}
        </Row>
        {linked.map((one) => (
          <Row key={one.id} name={labelOf(one.provider)} state={<Linked identity={one} />}>
            <FormPopup
              button="Remove"
              title={`Remove ${labelOf(one.provider)}`}
              intent="identity-unlink"
              hidden={{ id: String(one.id) }}
              answer={answer}
            >
              <p className="text-sm text-muted">It will not log you in any more. The account there stays.</p>
              <ProofFields intent="identity-unlink" {...proof} />
              <div>
                <SubmitButton intent="identity-unlink" look="danger">
                  Remove
                </SubmitButton>
              </div>
            </FormPopup>
          </Row>
        ))}
        {open.map(({ id, label }) => (
          <Row key={id} name={label} state={<Badge>not linked</Badge>}>
            <FormPopup
              button="Link"
              title={`Link ${label}`}
              intent="identity-link"
              hidden={{ provider: id }}
              answer={answer}
              asDocument
            >
              <p className="text-sm text-muted">You go on to {label} and come back here.</p>
              <ProofFields intent="identity-link" {...proof} />
              <div>
                <SubmitButton intent="identity-link">Continue</SubmitButton>
              </div>
            </FormPopup>
          </Row>
        ))}
      </ul>
    </Panel>
  );
}

function ProofFields({
  intent,
  askPassword,
  answer,
}: { intent: string } & Pick<WaysPanelProps, "askPassword" | "answer">) {
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

function Row({ name, state, children }: { name: string; state: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:px-5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        {state}
      </span>
      {children}
    </li>
  );
}
