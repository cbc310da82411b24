import { useNavigation } from "@remix-run/react";

/** A line at the top while a page or a form's answer is being loaded; the stylesheet shows it only after a moment. */
export function Progress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div className="progress" role="status">
      <span className="sr-only">Loading</span>
    </div>
  );
}
