import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { roles, type Role } from "../../../../contract/staff.ts";
import { isCombinedError } from "../../../graphql/codes.ts";
import { SessionError } from "../../../graphql/session-error.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useRoleLabels } from "./role-labels.ts";
import { TextField } from "./text-field.tsx";
import { useSetRole } from "./use-set-role.ts";

/** Gives a member a staff role by username. */
export function AddStaff({ onAdded }: { onAdded: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const labels = useRoleLabels();
  const { setRole, faultTextOf, sheet } = useSetRole();
  const { form, submit, busy, field, formFault } = useServerForm<{ username: string; role: Role }>({
    defaultValues: { username: "", role: "moderator" },
    send: async (values) => {
      const username = values.username.trim().replace(/^@/, "");
      await setRole({ username }, values.role);
      form.setValue("username", "");
      showToast(t`@${username} has the role ${labels[values.role].name} now.`);
      onAdded();
    },
    faultOf: (error) => {
      if (error instanceof SessionError && error.code === "CANCELED") return "canceled";
      return isCombinedError(error) ? { field: "username", text: faultTextOf(error) } : null;
    },
  });
  const role = form.watch("role");
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 className="t4" id={id}>{t`Add profile`}</h2>
      <form className="staff-add" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t`Username`}
          autoComplete="off"
          hint={t`They need an account. Their username is in their settings and on their profile.`}
          {...field("username", { required: t`Fill in this field.` })}
        />
        <div className="stack gap-2">
          <Select
            label={t`Role`}
            value={role}
            onChoose={(chosen) => form.setValue("role", chosen)}
            options={roles
              .filter((one) => one !== "member")
              .map((value) => ({
                value,
                label: labels[value].name,
              }))}
          />
          <p className="hint" role="status">
            {labels[role].what}
          </p>
        </div>
        <p className="hint hint-bad empty:hidden" role="alert">
          {formFault}
        </p>
        <div>
          <Button type="submit" tone="go" busy={busy}>{t`Add them`}</Button>
        </div>
      </form>
      {sheet}
    </section>
  );
}
