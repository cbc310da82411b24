/** What a renter must know before the first start: the machine is theirs only while the task runs. */
export function WhatEnds() {
  return (
    <p className="border-t pt-4 text-sm text-muted">
      <strong className="font-medium text-ink">When the task ends, its disk is erased.</strong> Copy what you want to
      keep before, with <code>scp</code> or <code>rsync</code>. It ends when you kill it, when its program ends, and
      when your balance reaches $0.00.
    </p>
  );
}
