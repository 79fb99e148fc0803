import { useLingui } from "@lingui/react/macro";
import { useId, useState, type FormEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useRoleLabels, type StaffRole } from "./role-labels.ts";
import { TextField } from "./text-field.tsx";
import { useSetRole } from "./use-set-role.ts";

/** Gives a member a staff role by username. */
export function AddStaff({ onAdded }: { onAdded: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const labels = useRoleLabels();
  const { setRole, isBusy, sheet } = useSetRole();
  const [role, setChosen] = useState<StaffRole>("moderator");
  const [fault, setFault] = useState<string | null>(null);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const username = String(new FormData(form).get("username")).trim().replace(/^@/, "");
    const outcome = await setRole({ username }, role);
    if (outcome === "canceled") return;
    setFault(outcome === "done" ? null : outcome.fault);
    if (outcome !== "done") return form.querySelector("input")?.focus();
    form.reset();
    showToast(t`@${username} has the role ${labels[role].name} now.`);
    onAdded();
  };
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 className="t4" id={id}>{t`Add profile`}</h2>
      <form className="staff-add" onSubmit={(event) => void add(event)}>
        <TextField
          label={t`Username`}
          name="username"
          autoComplete="off"
          fault={fault ?? undefined}
          hint={t`They need an account. Their username is in their settings and on their profile.`}
        />
        <div className="stack gap-2">
          <Select
            label={t`Role`}
            value={role}
            onChoose={setChosen}
            options={(["moderator", "editor", "admin"] as const).map((value) => ({
              value,
              label: labels[value].name,
            }))}
          />
          <p className="hint" role="status">
            {labels[role].what}
          </p>
        </div>
        <div>
          <Button type="submit" tone="go" busy={isBusy}>{t`Add them`}</Button>
        </div>
      </form>
      {sheet}
    </section>
  );
}
