import { onTo } from "~/domain/own-path";
import { ButtonLink } from "~/ui/button-link";

/** What a visitor does before a start. Both ways lead back to the order as it is filled in. */
export function EnterFirst({ order }: { order: string }) {
  return (
    <>
      <ButtonLink to={onTo("/login", order)}>Log in</ButtonLink>
      <ButtonLink look="primary" to={onTo("/register", order)}>
        Register to start
      </ButtonLink>
    </>
  );
}
