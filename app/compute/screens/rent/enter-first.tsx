import { onTo } from "~/platform/own-path";
import { ButtonLink } from "~/platform/ui/button-link";

/** Links to login and registration for visitors. Both lead back to the completed order. */
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
