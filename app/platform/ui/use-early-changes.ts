import { useEffect, useRef } from "react";

/**
 * Calls `take` with the form if a field was changed before the script ran: by a person, or by a browser that went back
 * to the page. No script heard that change.
 */
export function useEarlyChanges(formId: string, take: (form: HTMLFormElement) => void): void {
  const first = useRef({ formId, take });
  useEffect(() => {
    const form = document.getElementById(first.current.formId);
    if (form instanceof HTMLFormElement && [...form.elements].some(isChanged)) first.current.take(form);
  }, []);
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement)
    return field.type === "radio" || field.type === "checkbox"
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue;
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLSelectElement)) return false;
  const loaded = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(0, loaded);
}
