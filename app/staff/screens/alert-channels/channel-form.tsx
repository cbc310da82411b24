import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { CHANNEL_KINDS, type ChannelKind } from "~/staff/inside/alerts/channel-bodies";
import type { ChannelView } from "./channel-view.server";

const TARGETS: Record<ChannelKind, { label: string; hint: string }> = {
  mail: { label: "Address", hint: "Empty: all staff who manage alerts." },
  webhook: { label: "New URL", hint: "Empty keeps the present one, which is not shown." },
  pagerduty: { label: "New integration key", hint: "Empty keeps the present one, which is not shown." },
  slack: { label: "New URL", hint: "Empty keeps the present one, which is not shown." },
  teams: { label: "New URL", hint: "Empty keeps the present one, which is not shown." },
};

interface ChannelFormProps {
  /** Null: a new one. */
  channel: ChannelView | null;
  answer: FormAnswer | undefined;
}

/** Name, target and limit of a channel. A URL or key is never shown again. */
export function ChannelForm({ channel, answer }: ChannelFormProps) {
  const intent = channel ? "change" : "add";
  const [form, fields] = useAnsweredForm<Record<"name" | "kind" | "target" | "hourly_max", string>>(intent, answer, {
    name: channel?.name ?? "",
    kind: channel?.kind ?? "slack",
    target: channel?.kind === "mail" ? channel.to : "",
    hourly_max: String(channel?.hourlyMax ?? 20),
  });
  return (
    <PostForm intent={intent} id={form.id} className="flex max-w-xl flex-col gap-4">
      {channel ? <input type="hidden" name="channel" value={channel.id} /> : null}
      <TextField field={fields.name} label="Name" autoComplete="off" required maxLength={80} />
      {channel ? (
        <input type="hidden" name="kind" value={channel.kind} />
      ) : (
        <SelectField
          field={fields.kind}
          label="How alerts are sent"
          choices={Object.entries(CHANNEL_KINDS).map(([value, label]) => ({ value, label }))}
        />
      )}
      <TextField
        field={fields.target}
        label={channel ? TARGETS[channel.kind].label : "URL, key or address"}
        hint={
          channel
            ? TARGETS[channel.kind].hint
            : "The URL of a webhook (https, at a public address), the integration key of a PagerDuty service, or an email address, which may be empty for all staff who manage alerts."
        }
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        field={fields.hourly_max}
        label="Messages an hour, at most"
        hint="Beyond them, one message tells of all the rest."
        inputMode="numeric"
        autoComplete="off"
      />
      <div>
        <SubmitButton intent={intent}>{channel ? "Save" : "Add channel"}</SubmitButton>
      </div>
    </PostForm>
  );
}
