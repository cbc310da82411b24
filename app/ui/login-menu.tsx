import { useLocation } from "@remix-run/react";
import { buttonClasses } from "./button";
import { LoginFields } from "./login-fields";
import { Menu } from "./menu";
import { PostForm } from "./post-form";

/** The login dropdown: the login screen's own form, which answers on the login screen when it is refused. */
export function LoginMenu() {
  const { pathname, search } = useLocation();
  return (
    <Menu
      button="Log in"
      buttonClass={buttonClasses("primary", "small")}
      panelClass="right-0 w-72 max-w-[calc(100vw-2rem)] p-4"
    >
      <PostForm action="/login" aria-label="Log in" className="flex flex-col gap-4">
        {pathname === "/" ? null : <input type="hidden" name="redirectTo" value={pathname + search} />}
        <LoginFields />
      </PostForm>
    </Menu>
  );
}
