import { Form, useNavigate } from "@remix-run/react";
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import { classes } from "~/platform/ui/classes";
import type { NavGroup } from "../frame/navigation";
import { Link } from "~/platform/ui/link";
import { type Suggestion, useSuggestions } from "./use-suggestions";
import { userInfoPath } from "./user-info-path";

interface SearchBoxProps {
  groups: NavGroup[];
  input?: RefObject<HTMLInputElement>;
  /** True in a dialog, where suggestions are below it instead of over the page. */
  inDialog?: boolean;
  onGone?: () => void;
}

/** One field for everything: a GET form that suggests while you type, with the script (combobox with a list). */
export function SearchBox({ groups, input, inDialog = false, onGone }: SearchBoxProps) {
  const own = useRef<HTMLInputElement>(null);
  const field = input ?? own;
  const [text, setText] = useState("");
  const [shown, setShown] = useState(false);
  const [active, setActive] = useState(-1);
  const { suggestions, searching } = useSuggestions(text, groups);
  const navigate = useNavigate();
  const listId = useId();
  const asked = (inDialog || shown) && text.trim() !== "";
  const open = (inDialog || shown) && suggestions.length > 0;
  const leave = () => {
    setShown(false);
    setActive(-1);
    setText("");
    if (field.current) field.current.value = "";
    field.current?.blur();
    onGone?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open && !inDialog) {
      event.preventDefault();
      setShown(false);
    }
    if (!open) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((at) => (at + step + suggestions.length + 1) % (suggestions.length + 1));
    }
    const chosen = suggestions[active];
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      navigate(chosen.to);
      leave();
    }
  };
  return (
    <Form
      action="/dashboard/search"
      role="search"
      // A screen may have its own search.
      aria-label="Everything"
      className="relative w-full"
      onSubmit={() => setTimeout(leave)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setShown(false);
      }}
    >
      <input
        ref={field}
        type="search"
        name="q"
        aria-label="Search users, tasks, nodes and payments"
        placeholder={inDialog ? "Go to a screen, user, task or node" : "Search"}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setShown(currentTarget.value.trim() !== "");
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        className="control min-h-8! w-full py-0.5! text-sm"
      />
      <div
        hidden={!open && !asked}
        className={classes(
          "max-h-96 overflow-y-auto",
          inDialog
            ? "mt-3"
            : "z-30 rounded-panel border bg-raised py-1 shadow-popup max-sm:fixed max-sm:inset-x-4 max-sm:top-13 sm:absolute sm:top-full sm:right-0 sm:mt-1 sm:w-96",
        )}
      >
        <ul id={listId} role="listbox" aria-label="Suggestions" hidden={!open}>
          {(open ? suggestions : []).map((suggestion, index) => (
            <Option key={index} id={`${listId}-${index}`} current={index === active} onChosen={leave} {...suggestion} />
          ))}
        </ul>
        <p role="status" className="px-3 text-sm text-muted not-empty:py-2">
          {asked ? (searching ? "Searching…" : suggestions.length === 0 ? "No results" : "") : ""}
        </p>
        {asked ? (
          <Link to={userInfoPath(text)} onClick={leave} className="menu-link border-t">
            Search by name or email in Find User Info
          </Link>
        ) : null}
      </div>
    </Form>
  );
}

interface OptionProps extends Suggestion {
  id: string;
  current: boolean;
  onChosen: () => void;
}

function Option({ id, to, title, detail, current, onChosen }: OptionProps) {
  return (
    <li role="presentation">
      <Link
        to={to}
        id={id}
        role="option"
        aria-selected={current}
        tabIndex={-1}
        onClick={onChosen}
        className={classes("block px-3 py-2 [overflow-wrap:anywhere] hover:bg-sunken", current && "bg-sunken")}
      >
        <span className="block text-sm font-medium">
          <bdi>{title}</bdi>
        </span>
        <span className="block text-xs text-muted">{detail}</span>
      </Link>
    </li>
  );
}
