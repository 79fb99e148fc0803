import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useMutation } from "urql";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { BadgeFields } from "./badge-fields.tsx";
import { draftOf, inputOf, type ChallengeDraft } from "./challenge-draft.ts";
import { useChallengeFault } from "./challenge-error.ts";
import { ClassPicker } from "./class-picker.tsx";
import { dayOf } from "../components/days.ts";
import {
  CreateChallenge,
  EditedChallengeFragment,
  type EditedChallenge,
  type Trigger,
} from "./edited-challenge.ts";

const ChangeChallenge = graphql(
  `
    mutation ChangeChallenge($id: ID!, $input: ChallengeInput!, $revision: Int!) {
      changeChallenge(id: $id, input: $input, revision: $revision) {
        id
        ...EditedChallenge
      }
    }
  `,
  [EditedChallengeFragment],
);
const DeleteChallenge = graphql(`
  mutation DeleteChallenge($id: ID!) {
    deleteChallenge(id: $id)
  }
`);

type ChallengeFormProps = {
  /** Null: a new challenge. */
  challenge: EditedChallenge | null;
  /** Replaces the input with the saved challenge; null for a new challenge. */
  onReload: (() => void) | null;
};

/** Form for a challenge: texts, classes, days and badges. */
export function ChallengeForm({ challenge, onReload }: ChallengeFormProps) {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  // The version that the editor has seen. Later saves by others don't overwrite the input.
  const [seen, setSeen] = useState(challenge);
  const [draft, setDraft] = useState(() => draftOf(challenge, new Date()));
  const [callingOff, setCallingOff] = useState<"asked" | "kept" | null>(null);
  const [fault, setFault] = useChallengeFault();
  const [{ fetching: isCreating }, create] = useMutation(CreateChallenge);
  const [{ fetching: isChanging }, change] = useMutation(ChangeChallenge);
  const [{ fetching: isDeleting }, remove] = useMutation(DeleteChallenge);
  const isBusy = isCreating || isChanging || isDeleting;
  const type = (part: Partial<ChallengeDraft>) => setDraft({ ...draft, ...part });
  const phase = seen?.phase ?? "upcoming";
  const hasBegun = phase !== "upcoming";
  const today = dayOf(new Date());
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const triggers: Record<Trigger, string> = {
    class_completed: t`Any complete classes`,
    required_classes_completed: t`Specific classes`,
    minutes_practised: t`Minutes in complete classes`,
    days_practised: t`Days with a complete class`,
    streak_weeks: t`Weeks in a row, in their own rhythm`,
  };

  const announce = async (): Promise<void> => {
    const { error } = await create({ input: inputOf(draft, null), idempotencyKey: key });
    if (error) return setFault(error);
    showToast(t`Published ${draft.title.trim()}.`);
    void navigate({ to: paths.studioChallenges() });
  };
  const save = async (before: EditedChallenge): Promise<void> => {
    const { data, error } = await change({
      id: before.id,
      input: inputOf(draft, before),
      revision: before.revision,
    });
    if (error) return setFault(error);
    if (data) setSeen(readFragment(EditedChallengeFragment, data.changeChallenge));
    showToast(t`Saved.`);
  };
  const callOff = async (before: EditedChallenge): Promise<void> => {
    if (isBusy) return;
    setFault(null);
    const { error } = await remove({ id: before.id });
    if (error) return setFault(error);
    showToast(t`Canceled ${before.title}.`);
    void navigate({ to: paths.studioChallenges(), replace: true });
  };
  const submit = (): void => {
    if (isBusy) return;
    setFault(null);
    void (seen ? save(seen) : announce());
  };
  const people = seen?.participantsCount ?? 0;

  return (
    <form
      className="studio-challenge"
      aria-label={seen ? t`Change ${seen.title}` : t`New challenge`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {hasBegun && (
        <p className="pretty">
          {phase === "ended"
            ? t`Ended: you can edit text only.`
            : t`Already started: you can edit text and extend the end date only.`}
        </p>
      )}
      <section className="stack" aria-labelledby={`${id}-words`}>
        <h2 className="t3" id={`${id}-words`}>{t`What it is called`}</h2>
        <label className="field">
          <span className="lab">{t`Title`}</span>
          <input
            className="in"
            value={draft.title}
            maxLength={80}
            required
            autoComplete="off"
            onChange={(event) => type({ title: event.target.value })}
          />
        </label>
        <label className="field">
          <span className="lab">{t`Description`}</span>
          <textarea
            className="in"
            rows={3}
            maxLength={1000}
            required
            value={draft.description}
            onChange={(event) => type({ description: event.target.value })}
          />
        </label>
      </section>
      <section className="stack" aria-labelledby={`${id}-counts`}>
        <h2 className="t3" id={`${id}-counts`}>{t`What counts`}</h2>
        {hasBegun ? (
          <>
            <p>{triggers[draft.triggerType]}</p>
            {draft.classes.length > 0 && (
              <ol className="studio-picked">
                {draft.classes.map((one) => (
                  <li key={one.id}>{one.title ?? t`A class that isn’t in the library anymore`}</li>
                ))}
              </ol>
            )}
          </>
        ) : (
          <>
            <Select
              label={t`What counts`}
              labelHidden
              value={draft.triggerType}
              options={(Object.keys(triggers) as Trigger[]).map((value) => ({
                value,
                label: triggers[value],
              }))}
              onChoose={(triggerType) => type({ triggerType })}
            />
            {draft.triggerType === "required_classes_completed" && (
              <ClassPicker chosen={draft.classes} onChoose={(classes) => type({ classes })} />
            )}
          </>
        )}
      </section>
      <section className="stack" aria-labelledby={`${id}-days`}>
        <h2 className="t3" id={`${id}-days`}>{t`Its days`}</h2>
        <div className="studio-days">
          {hasBegun ? (
            <p className="field">
              <span className="lab">{t`Began`}</span>
              <span className="studio-fixed tn">{formatMonthDayYear(new Date(seen?.startTime ?? 0))}</span>
            </p>
          ) : (
            <label className="field">
              <span className="lab">{t`First day`}</span>
              <input
                className="in"
                type="date"
                value={draft.firstDay}
                min={today}
                required
                onChange={(event) => type({ firstDay: event.target.value })}
              />
            </label>
          )}
          {phase === "ended" ? (
            <p className="field">
              <span className="lab">{t`Ended`}</span>
              <span className="studio-fixed tn">{formatMonthDayYear(new Date(seen?.endTime ?? 0))}</span>
            </p>
          ) : (
            <label className="field">
              <span className="lab">{t`Last day`}</span>
              <input
                className="in"
                type="date"
                value={draft.lastDay}
                min={hasBegun && seen ? draftOf(seen, new Date()).lastDay : draft.firstDay}
                required
                onChange={(event) => type({ lastDay: event.target.value })}
              />
            </label>
          )}
        </div>
        {phase !== "ended" && (
          <p className="hint">
            {hasBegun
              ? t`Days end at midnight by this device’s clock (${zone}).`
              : t`Days begin and end at midnight by this device’s clock (${zone}). What begins today begins when you save it.`}
          </p>
        )}
      </section>
      <section className="stack" aria-labelledby={`${id}-badges`}>
        <h2 className="t3" id={`${id}-badges`}>{t`What they earn`}</h2>
        <BadgeFields
          badges={draft.badges}
          triggerType={draft.triggerType}
          isFixed={hasBegun}
          onType={(badges) => type({ badges })}
        />
      </section>
      <section className="stack" aria-labelledby={`${id}-lines`}>
        <h2 className="t3" id={`${id}-lines`}>{t`Three lines on its page`}</h2>
        <p className="hint">{t`Leave empty to generate them automatically.`}</p>
        {(
          [
            ["goalHeader", t`The goal`],
            ["subtitleHeader", t`Below the goal`],
            ["earnedByHeader", t`Beside the badges`],
          ] as const
        ).map(([field, label]) => (
          <label className="field" key={field}>
            <span className="lab">{label}</span>
            <input
              className="in"
              value={draft[field]}
              maxLength={80}
              autoComplete="off"
              onChange={(event) => type({ [field]: event.target.value })}
            />
          </label>
        ))}
      </section>
      <div className="studio-challenge-foot">
        {!hasBegun && (
          <p className="hint">
            {t`Dancers can see and join it right away. After it starts you can only edit text and extend the end date.`}
          </p>
        )}
        <p className="hint hint-bad empty:hidden" role="alert">
          {fault?.words}
        </p>
        {callingOff === "asked" && seen && !hasBegun ? (
          <>
            <p>
              {plural(people, {
                0: "No one has joined yet.",
                one: "# dancer has joined and will lose it.",
                other: "# dancers have joined and will lose it.",
              })}
            </p>
            <div className="row wrap">
              <Button tone="bad" busy={isDeleting} onClick={() => void callOff(seen)}>
                {t`Cancel challenge`}
              </Button>
              <Button tone="text" autoFocus onClick={() => setCallingOff("kept")}>
                {t`Keep challenge`}
              </Button>
            </div>
          </>
        ) : (
          <div className="row wrap">
            <Button type="submit" tone="go" busy={isBusy}>
              {seen ? t`Save` : t`Publish`}
            </Button>
            {fault?.isStale && onReload && (
              <Button tone="text" onClick={onReload}>
                {t`Reload`}
              </Button>
            )}
            {seen && !hasBegun && (
              <Button tone="text" autoFocus={callingOff === "kept"} onClick={() => setCallingOff("asked")}>
                {t`Cancel challenge…`}
              </Button>
            )}
          </div>
        )}
      </div>
    </form>
  );
}
