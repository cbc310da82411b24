import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { type CsvColumns, csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import { isRole } from "~/platform/role";
import { STAFF_RIGHT_NAMES, STAFF_RIGHTS } from "~/platform/staff-rights";
import { ButtonLink } from "~/platform/ui/button-link";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { listRoles, type StaffRole } from "~/staff/inside/roles/list-roles.server";
import { Matrix, RoleList } from "./matrix";
import { RoleForm } from "./role-form";
import { rolesAction } from "./roles-action.server";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Staff roles · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "staff-roles");
  await csvInstead(args, { roles: () => csvTable(listRoles, COLUMNS) });
  const roles = (await listRoles()).map(({ madeAt, name, ...role }) => ({
    ...{ ...role, name, documented: isRole(name) },
    madeTs: madeAt === null ? null : Math.floor(madeAt.getTime() / 1000),
  }));
  const chosen = new URL(args.request.url).searchParams.get("role");
  const rights = STAFF_RIGHT_NAMES.map((name) => ({ name, ...STAFF_RIGHTS[name] }));
  return { roles, rights, changed: roles.find(({ name, documented }) => !documented && name === chosen) ?? null };
}

const COLUMNS: CsvColumns<StaffRole> = {
  Role: ({ label }) => label,
  Rights: ({ rights }) => rights.join(" "),
  Holders: ({ holders }) => holders.map(({ name }) => name).join(", "),
  Made: ({ madeAt }) => madeAt,
  By: ({ madeBy }) => madeBy ?? "",
};

export async function action(args: ActionFunctionArgs) {
  return await rolesAction(args, await requireStaff(args, "staff-roles"));
}

export type LoadedRoles = Awaited<ReturnType<typeof loader>>;
export type RoleView = LoadedRoles["roles"][number];
export type RightView = LoadedRoles["rights"][number];

/** Which right each role has, who has each role, and the form of a role. */
export default function StaffRoles() {
  const { roles, rights, changed } = useLoaderData<typeof loader>();
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  const given = rights.filter(({ name }) => name !== "staff.act");
  return (
    <Page
      title="Staff roles"
      back={{ to: "/dashboard/users", label: "Users" }}
      actions={<CsvLink of="staff roles" />}
      lead="A role gives its holders rights. Support, Operator and Admin stay as they are; you can add others."
    >
      <Refused answer={answer} />
      <RoleList roles={roles} />
      {changed ? (
        <Panel
          id="change"
          title={`Change ${changed.label}`}
          actions={
            <>
              <ButtonLink look="quiet" size="small" to="/dashboard/staff-roles">
                Close
              </ButtonLink>
              <Popup
                {...{ button: "Delete", buttonLabel: `Delete ${changed.label}`, title: `Delete ${changed.label}?` }}
                look="quiet"
                size="small"
              >
                <PostForm intent="delete" className="flex flex-col gap-4">
                  <input type="hidden" name="name" value={changed.name} />
                  <p>Only a role that nobody has can be deleted.</p>
                  <div>
                    <SubmitButton intent="delete" look="danger">
                      Delete role
                    </SubmitButton>
                  </div>
                </PostForm>
              </Popup>
            </>
          }
        >
          <RoleForm key={changed.name} changed={changed} rights={given} answer={answer} />
        </Panel>
      ) : (
        <details className="more border-y py-4" open={answer?.intent === "make"}>
          <summary className="flex items-center justify-between gap-4">
            <h2 className="text-lg font-semibold">Make a role</h2>
          </summary>
          <div className="pt-4">
            <RoleForm key={roles.length} changed={null} rights={given} answer={answer} />
          </div>
        </details>
      )}
      <Matrix roles={roles} rights={rights} />
    </Page>
  );
}
