export function Footer() {
  return (
    <footer className="border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-6 text-sm text-muted sm:px-6">
        <p>Millrace · GPUs by the second</p>
        <p>All times are UTC</p>
      </div>
    </footer>
  );
}
