import { Form, useSearchParams, useSubmit } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button";
import { classes } from "./classes";

/** The list follows this long after the last letter. */
const WAIT_MS = 250;
const TEXT_MAX = 100;

interface SearchFormProps {
  /** Name of the text in the address, and its present value. */
  name: string;
  value: string;
  label: string;
  placeholder: string;
  button: string;
  /** Names in the address that the form sets itself, or that lose their meaning with it. */
  replaces: string[];
  /** Additional fields; a choice applies at once. */
  children?: ReactNode;
}

/**
 * Text and choices that filter a list by its address: a GET form. The script sends it while the user types, replaces
 * the entry in the history, and keeps the focus and the text typed meanwhile.
 */
export function SearchForm({ name, value, label, placeholder, button, replaces, children }: SearchFormProps) {
  const [search] = useSearchParams();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(waiting.current), []);
  // The address sets the field's value, except while the user types.
  useEffect(() => {
    const { current } = field;
    if (current && document.activeElement !== current) current.value = value;
  }, [value]);
  const send = () => {
    clearTimeout(waiting.current);
    if (form.current) submit(filled(form.current), { replace: true, preventScrollReset: true });
  };
  const others = [...search].filter(([other]) => other !== name && !replaces.includes(other));
  return (
    <Form
      ref={form}
      role="search"
      aria-label={label}
      preventScrollReset
      className={classes("flex flex-wrap gap-3", children ? "items-end" : "items-center")}
      onInput={({ target }) => {
        if (!(target instanceof HTMLInputElement) || target.type === "checkbox") return;
        clearTimeout(waiting.current);
        waiting.current = setTimeout(send, WAIT_MS);
      }}
      onChange={({ target }) => {
        const isChoice = target instanceof HTMLSelectElement || (target as HTMLInputElement).type === "checkbox";
        if (isChoice) send();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {others.map(([other, given]) => (
        <input key={`${other} ${given}`} type="hidden" name={other} value={given} />
      ))}
      <div className={classes("flex items-center gap-3", Boolean(children) && "w-full sm:max-w-lg")}>
        <input
          ref={field}
          type="search"
          name={name}
          aria-label={label}
          placeholder={placeholder}
          defaultValue={value}
          maxLength={TEXT_MAX}
          autoComplete="off"
          spellCheck={false}
          className={classes("control min-w-0", children ? "grow" : "w-40 sm:w-56")}
        />
        <Button size={children ? "normal" : "small"}>{button}</Button>
      </div>
      {children}
    </Form>
  );
}

/** The filled-in fields; empty ones would only lengthen the address. */
function filled(form: HTMLFormElement): URLSearchParams {
  const pairs = [...new FormData(form)].filter((pair): pair is [string, string] => pair[1] !== "");
  return new URLSearchParams(pairs);
}
