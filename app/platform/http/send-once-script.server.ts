/**
 * Sends a form once until the page's script takes over, as SubmitButton does then: a double click would do everything
 * twice. After five seconds without another page it can be sent again.
 */
export const SEND_ONCE_SCRIPT = `{
  let form, sentAt;
  addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.method !== "post") return;
    if (event.target === form && event.timeStamp - sentAt < 5000) event.preventDefault();
    else [form, sentAt] = [event.target, event.timeStamp];
  });
}`;
