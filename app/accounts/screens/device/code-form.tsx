import { Form } from "@remix-run/react";
import { Button } from "~/platform/ui/button";
import { fieldState } from "~/platform/ui/field-state";
import { TextField } from "~/platform/ui/text-field";

interface CodeFormProps {
  /** The code in the URL. */
  typed: string;
  /** Why no login matched it. */
  refused: string | null;
}

/** Asks for the code of a command line; the URL then holds it, like the link that the command line shows. */
export function CodeForm({ typed, refused }: CodeFormProps) {
  const field = fieldState("user_code", typed, refused ?? undefined);
  return (
    <Form method="get" className="flex flex-col gap-4">
      <TextField
        field={field}
        label="Code"
        hint="Eight letters, such as WDJB-MJHT"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        className="font-mono uppercase"
      />
      <Button look="primary">Continue</Button>
    </Form>
  );
}
