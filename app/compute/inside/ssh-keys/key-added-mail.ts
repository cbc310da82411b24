/** Mail to a team's owner. It leaves out the key's name, which is free text (16.5). */
export function keyAddedMail(given: { email: string; fingerprint: string; url: string }): {
  subject: string;
  text: string;
} {
  const { email, fingerprint, url } = given;
  return {
    subject: `${email} added an SSH key to your team`,
    text: `${email} added the SSH key ${fingerprint} to your team on Millrace. It opens the tasks that they start with it.\n\nIf you did not expect this, delete the key or remove the member: ${url}\n\nMillrace`,
  };
}
