import { useEffect, useRef } from "react";

/**
 * Calls `take` with the form if a field was changed before the script ran: by a person, or by a browser that went back
 * to the page. No script heard that change.
 */
export function useEarlyChanges(formId: string, take: (form: HTMLFormElement) => void): void {
  const first = useRef({ formId, take });
  useEffect(() => {
    const form = document.getElementById(first.current.formId) as HTMLFormElement | null;
    if (form && [...form.elements].some(isChanged)) first.current.take(form);
  }, []);
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return (
      field.selectedIndex !==
      Math.max(
        0,
        [...field.options].findIndex((option) => option.defaultSelected),
      )
    );
  // The value of a box does not change, and a text is never checked.
  const input = field as HTMLInputElement;
  return "defaultValue" in field && (input.checked !== input.defaultChecked || input.value !== input.defaultValue);
}
