import { z } from "zod";
import { updateProfile } from "~/accounts/inside/profile/update-profile.server";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { passwordIntent } from "./password-intent.server";

const text = z.string().default("");
const Profile = z.object({ name: text, email: text });

/** The intents of the profile and of its plain password page (2.5). */
export async function changeProfile(args: RouteArgs) {
  const viewer = await requireCustomer(args, "user");
  return await formAction(args, {
    "update-profile": onForm(Profile, async (fields, { now }) => {
      const { message } = await updateProfile({ viewer, fields, now });
      return { notice: message, to: "/user" };
    }),
    password: passwordIntent(viewer, "/user"),
  });
}
