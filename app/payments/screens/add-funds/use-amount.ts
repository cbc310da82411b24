import { type RefObject, useEffect, useRef, useState } from "react";
import { typedCents } from "~/platform/typed-dollars";

/**
 * Keeps presets and amount field in step; returns the chosen cents, or null for an invalid amount. Keeps a choice made
 * before the script loaded.
 */
export function useAmount(amount: string): { area: RefObject<HTMLDivElement>; cents: number | null } {
  const area = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(amount);
  useEffect(() => {
    const { current } = area;
    if (!current) return;
    const field = current.querySelector<HTMLInputElement>('input[name="amount"]');
    const presets = [...current.querySelectorAll<HTMLInputElement>('input[name="preset"]')];
    if (!field) return;
    const follow = () => {
      presets.forEach((one) => (one.checked = typedCents(one.value) === typedCents(field.value)));
      setTyped(field.value);
    };
    const choose = (preset: HTMLInputElement) => {
      field.value = `${preset.value}.00`;
      follow();
    };
    const onChange = ({ target }: Event) => {
      if (target === field) follow();
      const preset = presets.find((one) => one === target);
      if (preset) choose(preset);
    };
    const early = presets.find((one) => one.checked && !one.defaultChecked);
    if (early && field.value === field.defaultValue) choose(early);
    else follow();
    current.addEventListener("input", onChange);
    return () => current.removeEventListener("input", onChange);
  }, [amount]);
  const cents = typedCents(typed);
  return { area, cents: cents === null ? null : Number(cents) };
}
