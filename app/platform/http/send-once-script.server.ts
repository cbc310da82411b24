/**
 * Sends a form once until the page's script takes over, as SubmitButton does then: a double click would do everything
 * twice. Other fields or another button are sent at once. After five seconds without another page, and when Back shows the
 * page again, it can be sent again.
 */
export const SEND_ONCE_SCRIPT = `{
  let form, sent, sentAt;
  addEventListener("pageshow", ({ persisted }) => persisted && (form = null));
  addEventListener("submit", (event) => {
    const { target, submitter, timeStamp } = event;
    if (event.defaultPrevented || target.method !== "post") return;
    const now = [submitter?.name, submitter?.value, ...new FormData(target)].join();
    if (target === form && now === sent && timeStamp - sentAt < 5000) event.preventDefault();
    else [form, sent, sentAt] = [target, now, timeStamp];
  });
}`;
