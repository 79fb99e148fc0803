import { isCombinedError } from "../../../graphql/codes.ts";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { paths } from "../../../lib/paths.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { BadgeFields } from "./badge-fields.tsx";
import { Cancellation } from "./cancellation.tsx";
import { draftOf, type ChallengeDraft } from "./challenge-draft.ts";
import { isStale, useChallengeFault } from "./challenge-error.ts";
import type { EditedChallenge } from "./edited-challenge.ts";
import { useSaveChallenge } from "./save-challenge.ts";
import { ScheduleSection } from "./schedule-section.tsx";
import { PageTextSection, TitleSection } from "./text-sections.tsx";
import { TriggerSection } from "./trigger-section.tsx";

type ChallengeFormProps = {
  /** Null: a new challenge. */
  challenge: EditedChallenge | null;
  /** Replaces the input with the saved challenge; null for a new challenge. */
  onReload: (() => void) | null;
};

/** Form for a challenge: texts, classes, days and badges. */
export function ChallengeForm({ challenge, onReload }: ChallengeFormProps) {
  const { t } = useLingui();
  const badgesId = useId();
  const navigate = useNavigate();
  const { create, change, remove } = useSaveChallenge();
  // The version that the editor has seen. Later saves by others don't overwrite the input.
  const [seen, setSeen] = useState(challenge);
  const [mustReload, setMustReload] = useState(false);
  const [cancellation, setCancellation] = useState<"asked" | "declined" | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const faultOf = useChallengeFault();
  const form = useServerForm<ChallengeDraft>({
    defaultValues: draftOf(challenge, new Date()),
    send: async (draft) => {
      setMustReload(false);
      if (seen) {
        setSeen(await change(draft, seen));
        showToast(t`Saved.`);
        return;
      }
      await create(draft);
      showToast(t`Published ${draft.title.trim()}.`);
      void navigate({ to: paths.studioChallenges() });
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      setMustReload(isStale(error));
      return faultOf(error);
    },
  });
  const isBusy = form.busy || isRemoving;
  const phase = seen?.phase ?? "upcoming";
  const hasBegun = phase !== "upcoming";
  const callOff = async (before: EditedChallenge): Promise<void> => {
    if (isBusy) return;
    setRemoving(true);
    try {
      await remove(before.id);
    } catch (error) {
      if (!isCombinedError(error)) throw error;
      setMustReload(isStale(error));
      form.form.setError("root", { message: faultOf(error).text });
      return;
    } finally {
      setRemoving(false);
    }
    showToast(t`Canceled ${before.title}.`);
    void navigate({ to: paths.studioChallenges(), replace: true });
  };

  return (
    <form
      className="studio-challenge"
      aria-label={seen ? t`Change ${seen.title}` : t`New challenge`}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      {hasBegun && (
        <p className="pretty">
          {phase === "ended"
            ? t`Ended: you can edit text only.`
            : t`Already started: you can edit text and extend the end date only.`}
        </p>
      )}
      <TitleSection form={form} />
      <TriggerSection form={form} isFixed={hasBegun} />
      <ScheduleSection form={form} saved={seen} />
      <section className="stack" aria-labelledby={badgesId}>
        <h2 className="t3" id={badgesId}>{t`What they earn`}</h2>
        <BadgeFields form={form} isFixed={hasBegun} />
      </section>
      <PageTextSection form={form} />
      <div className="studio-challenge-foot">
        {!hasBegun && (
          <p className="hint">
            {t`Dancers can see and join it right away. After it starts you can only edit text and extend the end date.`}
          </p>
        )}
        <p className="hint hint-bad empty:hidden" role="alert">
          {form.formFault}
        </p>
        {cancellation === "asked" && seen && !hasBegun ? (
          <Cancellation
            participants={seen.participantsCount}
            busy={isRemoving}
            onConfirm={() => void callOff(seen)}
            onKeep={() => setCancellation("declined")}
          />
        ) : (
          <div className="row wrap">
            <Button type="submit" tone="go" busy={isBusy}>
              {seen ? t`Save` : t`Publish`}
            </Button>
            {mustReload && onReload && (
              <Button tone="text" onClick={onReload}>
                {t`Reload`}
              </Button>
            )}
            {seen && !hasBegun && (
              <Button
                tone="text"
                autoFocus={cancellation === "declined"}
                onClick={() => setCancellation("asked")}
              >
                {t`Cancel challenge…`}
              </Button>
            )}
          </div>
        )}
      </div>
    </form>
  );
}
