import type { ReactNode } from "react";
import type { TemplateRow } from "~/compute/list-templates.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { TemplateActions } from "./template-actions";

interface TemplateTableProps {
  caption: string;
  templates: TemplateRow[];
  /** True if any cluster can run them now. */
  isRunnable: boolean;
  answer: FormAnswer | undefined;
  /** Names that refer to other templates. */
  taken?: readonly string[];
  empty: ReactNode;
}

/** Templates with their image, command, ports and actions. */
export function TemplateTable({ caption, templates, isRunnable, answer, taken = [], empty }: TemplateTableProps) {
  return (
    <Table
      caption={caption}
      rows={templates}
      rowKey={({ template_id }) => template_id}
      empty={empty}
      columns={[
        {
          head: "Template",
          cell: ({ title, line, image, hindrance }) => (
            <>
              <span className="font-medium break-all">{title}</span>
              {line ? <span className="block font-normal text-muted">{line}</span> : null}
              <span className="block font-mono text-code font-normal [overflow-wrap:anywhere] text-muted">{image}</span>
              {hindrance ? (
                <span className="mt-1 block font-normal">
                  <StatusDot tone="danger">{hindrance}</StatusDot>
                </span>
              ) : null}
            </>
          ),
        },
        {
          head: "Starts",
          cell: ({ start_command }) =>
            start_command ? (
              <span className="line-clamp-2 font-mono text-code [overflow-wrap:anywhere]">{start_command}</span>
            ) : (
              <span className="text-muted">SSH only</span>
            ),
          className: "max-md:col-span-full",
          width: "lg:w-64",
        },
        {
          head: "Ports",
          cell: ({ http_ports }) => http_ports.join(", ") || null,
          className: "tabular-nums",
          width: "lg:w-24",
        },
        {
          head: "Variables",
          cell: ({ environment }) =>
            environment.length === 0 ? null : (
              <span className="line-clamp-2 [overflow-wrap:anywhere]">{variablesText(environment)}</span>
            ),
          width: "lg:w-36",
        },
        {
          head: <span className="sr-only">Use</span>,
          className: "max-md:col-span-full",
          width: "lg:w-56",
          cell: (template) => (
            <TemplateActions
              template={template}
              answer={answer}
              isOffered={isRunnable && !taken.includes(template.name)}
            />
          ),
        },
      ]}
    />
  );
}

function variablesText(environment: TemplateRow["environment"]): string {
  return environment.map(({ name, secret }) => (secret ? `${name} (secret)` : name)).join(", ");
}
