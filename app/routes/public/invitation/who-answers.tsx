import { ButtonLink } from "~/ui/button-link";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";

/** Both ways in lead back to the invitation. */
export function EnterFirst({ token, address }: { token: string; address: string }) {
  const here = encodeURIComponent(`/invitations/${token}`);
  return (
    <>
      <p className="text-sm [overflow-wrap:anywhere]">
        To answer, log in or register with <strong className="font-medium">{address}</strong>.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={`/login?redirectTo=${here}`} look="primary">
          Log in
        </ButtonLink>
        <ButtonLink to={`/register?invitation=${token}`}>Register</ButtonLink>
      </div>
    </>
  );
}

/** A link works for its address alone, whoever got hold of it. */
export function OtherAddress({ address, own }: { address: string; own: string }) {
  return (
    <>
      <p className="text-sm [overflow-wrap:anywhere]">
        This invitation is for <strong className="font-medium">{address}</strong>, and you are logged in as{" "}
        <strong className="font-medium">{own}</strong>. Log out, and open the link again.
      </p>
      <PostForm action="/logout">
        <SubmitButton look="secondary">Log out</SubmitButton>
      </PostForm>
    </>
  );
}
