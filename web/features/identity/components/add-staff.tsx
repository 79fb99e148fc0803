import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { roles, type Role } from "../../../../contract/staff.ts";
import { isCombinedError } from "../../../graphql/codes.ts";
import { SessionError } from "../../../graphql/session-error.ts";
import { useServerForm, type Fault } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useRoleLabels } from "./role-labels.ts";
import { TextField } from "./text-field.tsx";
import { useInvite } from "./use-invite.ts";
import { useSetRole } from "./use-set-role.ts";

/** A username has an @ at its beginning at most. */
const isEmail = (who: string): boolean => who.trim().indexOf("@") > 0;

/** Invites someone to the team by email, or gives a member a role by username. */
export function AddStaff({ onAdded }: { onAdded: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const labels = useRoleLabels();
  const { setRole, faultTextOf, sheet } = useSetRole();
  const { invite, faultTextOf: inviteFaultOf, sheet: inviteSheet } = useInvite();
  const { form, submit, busy, field, formFault } = useServerForm<{ who: string; role: Role }>({
    defaultValues: { who: "", role: "moderator" },
    send: async (values) => {
      const who = values.who.trim();
      if (isEmail(who)) {
        await invite(who, values.role);
        showToast(t`We sent an invitation to ${who}.`);
      } else {
        const username = who.replace(/^@/, "");
        await setRole({ username }, values.role);
        showToast(t`@${username} has the role ${labels[values.role].name} now.`);
      }
      form.setValue("who", "");
      onAdded();
    },
    faultOf: (error): Fault | "canceled" | null => {
      if (error instanceof SessionError && error.code === "CANCELED") return "canceled";
      if (!isCombinedError(error)) return null;
      const text = isEmail(form.getValues("who")) ? inviteFaultOf(error) : faultTextOf(error);
      return { field: "who", text };
    },
  });
  const role = form.watch("role");
  const isInvited = isEmail(form.watch("who"));
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 className="t4" id={id}>{t`Add to the team`}</h2>
      <form className="staff-add" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t`Email or username`}
          autoComplete="off"
          hint={t`By email they get an invitation that works for 7 days. By username they join right away.`}
          {...field("who", { required: t`Fill in this field.` })}
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
          <Button type="submit" tone="go" busy={busy}>
            {isInvited ? t`Send invitation` : t`Add them`}
          </Button>
        </div>
      </form>
      {sheet}
      {inviteSheet}
    </section>
  );
}
