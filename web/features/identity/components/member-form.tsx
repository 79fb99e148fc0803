import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { useFamilyActions } from "../actions/family.ts";
import { TextField } from "./text-field.tsx";
import { useForm } from "./use-form.ts";

type MemberFormProps = {
  /** Null: a new profile. */
  member?: { id: string; name: string; isChild: boolean };
  /** The new profile is for this child, entered during onboarding. */
  childId?: string;
  /** The account has no PIN yet: the first child profile requires one. */
  needsPin: boolean;
  onDone: () => void;
  onCancel: () => void;
};

/** Form that adds or edits a profile of the family. */
export function MemberForm({ member, childId, needsPin, onDone, onCancel }: MemberFormProps) {
  const { t } = useLingui();
  const actions = useFamilyActions();
  const [kind, setKind] = useState<"child" | "adult">(member && !member.isChild ? "adult" : "child");
  // Idempotency key: resending the form adds one profile only.
  const [key] = useState(() => crypto.randomUUID());
  const isChild = kind === "child";
  const initial = { name: member?.name ?? "", pin: "" };
  const form = useForm(initial, async ({ name, pin: typedPin }) => {
    const pin = isChild && needsPin ? typedPin : null;
    if (member) await actions.update(member.id, { name, isChild });
    else if (childId) await actions.createOfChild({ childId, name, pin });
    else await actions.create({ name, isChild, pin, key });
    onDone();
  });
  return (
    <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
      <TextField label={t`Name`} autoComplete="off" {...form.field("name")} />
      {!childId && (
        <Segments
          label={t`Profile type`}
          options={[
            { value: "child", label: t`Child` },
            { value: "adult", label: t`Adult` },
          ]}
          value={kind}
          onChoose={setKind}
        />
      )}
      {isChild && needsPin && (
        <TextField
          label={t`Adult PIN`}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          hint={t`4–6 digits. Needed to leave a child profile.`}
          {...form.pin("pin")}
        />
      )}
      <p role="alert" className="hint hint-bad empty:hidden">
        {form.formFault}
      </p>
      <p className="row wrap">
        <Button type="submit" busy={form.busy}>
          {member ? t`Save` : t`Add to the family`}
        </Button>
        <Button tone="text" onClick={onCancel}>
          {t`Leave it`}
        </Button>
      </p>
    </form>
  );
}
