import { Form, type FormProps } from "@remix-run/react";
import { useRootData } from "./use-root-data";

interface PostFormProps extends Omit<FormProps, "method"> {
  /** Which of the screen's actions is meant. */
  intent?: string;
}

/** A form that changes something: it carries the page security token and its intent (0.6, 2.1). */
export function PostForm({ intent, children, ...rest }: PostFormProps) {
  return (
    <Form method="post" {...rest}>
      <input type="hidden" name="_token" value={useRootData()?.pageToken ?? ""} />
      {intent ? <input type="hidden" name="intent" value={intent} /> : null}
      {children}
    </Form>
  );
}
