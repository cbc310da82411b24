import { useLocation } from "@remix-run/react";
import { buttonClasses } from "./button";
import { LoginForm } from "./login-form";
import { Menu } from "./menu";

/** The login dropdown: without its script the form answers on the login screen when it is refused. */
export function LoginMenu() {
  const { pathname, search } = useLocation();
  return (
    <Menu
      button="Log in"
      buttonClass={buttonClasses("primary", "small")}
      panelClass="right-0 w-72 max-w-[calc(100vw-2rem)] p-4"
    >
      <LoginForm label="Log in" fromHere {...(pathname === "/" ? {} : { redirectTo: pathname + search })} />
    </Menu>
  );
}
