/** Shown wherever the demo asks for a card. */
export function SandboxNote() {
  return (
    <p className="text-sm text-muted">
      Sandbox: no card is charged. Try <span className="whitespace-nowrap tabular-nums">4242 4242 4242 4242</span> with
      any future date and any code.
    </p>
  );
}
