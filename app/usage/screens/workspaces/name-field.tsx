import { type FormEvent, useEffect } from "react";
import { normaliseWorkspaceName, typedWorkspaceName } from "~/usage/inside/workspaces/workspace-name";
import { Button } from "~/platform/ui/button";
import type { FieldState } from "~/platform/ui/field-state";
import { inputOf } from "./input-of";
import { TextField } from "~/platform/ui/text-field";
import { useScripted } from "~/platform/ui/use-scripted";
import type { NameMark } from "./use-name-check";

interface NameFieldProps {
  field: FieldState;
  mark: NameMark;
  check: (name: string) => void;
}

/** The name as it will be stored, while it is typed, and whether it is free. */
export function NameField({ field, mark, check }: NameFieldProps) {
  const scripted = useScripted();
  // Text from before the script ran is checked too.
  useEffect(() => check(normaliseWorkspaceName(inputOf(field.id)?.value ?? "")), [check, field.id]);
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    const { value, selectionStart } = currentTarget;
    const caret = typedWorkspaceName(value.slice(0, selectionStart ?? value.length)).length;
    const typed = typedWorkspaceName(value);
    if (typed !== value) {
      currentTarget.value = typed;
      currentTarget.setSelectionRange(caret, caret);
    }
    check(normaliseWorkspaceName(typed));
  };
  const onBlur = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    const name = normaliseWorkspaceName(currentTarget.value);
    if (name !== currentTarget.value) currentTarget.value = name;
  };
  const aside =
    scripted || mark !== "none" ? (
      <Mark mark={mark} />
    ) : (
      <Button size="small" name="intent" value="check-name">
        Check
      </Button>
    );
  return (
    <TextField
      field={field}
      label="Name"
      aside={aside}
      hint="At most 16 characters: a to z, digits and single hyphens."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onInput={onInput}
      onBlur={onBlur}
    />
  );
}

const MARKS: Record<NameMark, { sign: string; words: string; tone: string }> = {
  none: { sign: "", words: "", tone: "" },
  checking: { sign: "…", words: "Checking", tone: "text-muted" },
  free: { sign: "✓", words: "Free", tone: "text-ok" },
  taken: { sign: "✗", words: "Taken", tone: "text-danger" },
  failed: { sign: "!", words: "Could not be checked", tone: "text-danger" },
};

function Mark({ mark }: { mark: NameMark }) {
  const { sign, words, tone } = MARKS[mark];
  return (
    <span role="status" className={tone}>
      {words === "" ? null : (
        <>
          <span aria-hidden="true">{sign}</span> {words}
        </>
      )}
    </span>
  );
}
