/**
 * The control of a field, which keeps its text itself: text typed before the script runs is not lost (decision 0053).
 */
export function inputOf(fieldId: string): HTMLInputElement | null {
  const control = document.getElementById(fieldId);
  return control instanceof HTMLInputElement ? control : null;
}
