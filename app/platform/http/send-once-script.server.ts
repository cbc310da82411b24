/**
 * Sends a form once until the page's script takes over, as SubmitButton does then: a double click would do everything
 * twice. Other fields or files, another button or another page's form are sent at once. After five seconds without another
 * page, and when Back shows the page again, it can be sent again.
 */
export const SEND_ONCE_SCRIPT = `{
  let form, sent, sentAt;
  addEventListener("pageshow", ({ persisted }) => persisted && (form = null));
  addEventListener("submit", (event) => {
    const { target, submitter, timeStamp } = event;
    if (event.defaultPrevented || target.method !== "post") return;
    // A field without a file has an empty one of this moment.
    const fields = Array.from(new FormData(target), ([name, value]) =>
      value instanceof File ? [name, value.name, value.size, value.name && value.lastModified] : [name, value]);
    const now = JSON.stringify([location.href, submitter?.name, submitter?.value, fields]);
    if (target === form && now === sent && timeStamp - sentAt < 5000) event.preventDefault();
    else [form, sent, sentAt] = [target, now, timeStamp];
  });
}`;
