import { z } from "zod";
import { changePassword } from "~/domain/users/change-password.server";
import { updateProfile } from "~/domain/users/update-profile.server";
import { requireCustomer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";

const text = z.string().default("");
const Profile = z.object({ name: text, email: text });
const Password = z.object({
  email: text,
  password: text,
  password_confirmation: text,
  current_password: text,
});

/** The intents of the profile and of its plain password page (2.5). */
export async function changeProfile(request: Request) {
  const viewer = await requireCustomer(request);
  return await formAction(request, {
    "update-profile": onForm(Profile, async (fields, { now }) => {
      const { message } = await updateProfile({ viewer, fields, now });
      return { notice: message, to: "/user" };
    }),
    password: onForm(Password, async (fields, { now }) => {
      const { message } = await changePassword({ viewer, fields, now });
      return { notice: message, to: "/user" };
    }),
  });
}
