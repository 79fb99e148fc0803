import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { LineField } from "../../../ui/line-field.tsx";
import { ActSheet } from "./act-sheet.tsx";
import type { ActPerson } from "./act-types.ts";
import { StudioApproveStudent } from "./acts.ts";
import { dateOf, endOfDay } from "./until.ts";

const dayMs = 86_400_000;

/** Approves a person for the student price until a day. */
export function StudentSheet({ person, onClose }: { person: ActPerson; onClose: () => void }) {
  const { t } = useLingui();
  const [, approve] = useMutation(StudioApproveStudent);
  const [opened] = useState(() => Date.now());
  const [until, setUntil] = useState(() => dateOf(opened + 365 * dayMs));
  const end = endOfDay(until);
  const isComplete = end !== null && end.getTime() > opened;
  const day = end ? formatMonthDayYear(end) : "";
  return (
    <ActSheet
      title={t`Student price for ${person.name}`}
      person={person}
      happens={
        isComplete
          ? [
              t`${person.name} can redeem promo codes for students until ${day}.`,
              t`A running plan doesn’t change. Use Promo code to apply one.`,
            ]
          : [t`Choose a day.`]
      }
      message={
        isComplete
          ? t`We’ve seen that you’re a student. You can choose the student price until ${day}.`
          : null
      }
      action={t`Approve`}
      done={t`Student approved`}
      onAct={(key) => approve({ personId: person.id, key, until: end?.toISOString() ?? "" })}
      onClose={onClose}
    >
      <LineField
        label={t`Until`}
        type="date"
        earliest={dateOf(opened + dayMs)}
        value={until}
        required
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </ActSheet>
  );
}
