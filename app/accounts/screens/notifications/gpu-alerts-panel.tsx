import type { GpuAlert } from "~/compute/gpu-alerts.server";
import { fieldState } from "~/platform/ui/field-state";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";

interface GpuAlertsPanelProps {
  alerts: GpuAlert[];
  /** Other types without free GPUs, as choices. */
  others: { value: string; label: string }[];
  /** The type whose card led here; null if none did. */
  wait: string | null;
}

/** The user's GPU alerts, each with a button that removes it, and a form for one more. Nothing if no type is sold out. */
export function GpuAlertsPanel({ alerts, others, wait }: GpuAlertsPanelProps) {
  if (alerts.length + others.length === 0) return null;
  return (
    <Panel id="gpu-alerts" title="Sold-out GPUs" lead="Get one email when GPUs of a type are free." padded={false}>
      {alerts.length === 0 ? null : (
        <ul className="divide-y border-b">
          {alerts.map(({ gpu_type, gpu_name, created_ts }) => (
            <li key={gpu_type} className="flex items-center justify-between gap-4 px-4 py-3 text-sm sm:px-5">
              <p className="min-w-0">
                {gpu_name}{" "}
                <span className="text-muted">
                  since <Time epochSeconds={created_ts} />
                </span>
              </p>
              <PostForm intent="remove-gpu-alert" className="flex-none">
                <input type="hidden" name="gpu_type" value={gpu_type} />
                <SubmitButton look="secondary" size="small" aria-label={`Remove ${gpu_name}`}>
                  Remove
                </SubmitButton>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
      {others.length === 0 ? null : (
        <PostForm intent="add-gpu-alert" className="flex flex-wrap items-end gap-3 px-4 py-4 sm:px-5">
          <SelectField key={wait} field={fieldState("gpu_type", wait ?? "")} label="GPU type" choices={others} />
          <SubmitButton intent="add-gpu-alert" look="secondary">
            Notify me
          </SubmitButton>
        </PostForm>
      )}
    </Panel>
  );
}
