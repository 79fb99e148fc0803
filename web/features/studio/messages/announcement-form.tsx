import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { isLocale, type Locale } from "../../../../contract/locales.ts";
import { codeOf, isCombinedError } from "../../../graphql/codes.ts";
import { readFragment } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatZonedMoment } from "../../../lib/formats.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { PeopleFilters } from "../people/people-filters.tsx";
import { draftOf, inputOf, type AnnouncementDraft } from "./announcement-draft.ts";
import { AnnouncementFragment, type EditedAnnouncement } from "./announcement-fragment.ts";
import { AudienceCount } from "./audience-count.tsx";
import { MessageCards } from "./message-cards.tsx";
import { MessageTexts } from "./message-texts.tsx";
import {
  DeleteAnnouncement,
  SaveAnnouncement,
  TestMessage,
  WithdrawAnnouncement,
} from "./save-announcement.ts";
import { useMessageFault } from "./use-message-fault.ts";
import { unsavedName } from "./stored-message.ts";
import { useStoredMessage } from "./use-stored-message.ts";

const SendSheet = lazy(async () => ({ default: (await import("./send-sheet.tsx")).SendSheet }));
const DeleteSheet = lazy(async () => ({ default: (await import("../public/delete-sheet.tsx")).DeleteSheet }));

type AnnouncementFormProps = {
  /** Null for a new one. */
  announcement: EditedAnnouncement | null;
  /** The id that a new one gets. */
  id: string;
  studioLocale: Locale;
  timeZone: string;
  onChanged: (announcement: EditedAnnouncement) => void;
  onDeleted: () => void;
  onReload: () => void;
};

/** The form of an announcement that wasn't sent: its texts, cards and audience. */
export function AnnouncementForm(props: AnnouncementFormProps) {
  const { announcement, id, studioLocale, timeZone, onChanged, onDeleted, onReload } = props;
  const { t } = useLingui();
  const [locale, setLocale] = useState<Locale>(studioLocale);
  const [isPreview, setPreview] = useState(false);
  const [mustReload, setMustReload] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [, save] = useMutation(SaveAnnouncement);
  const [, sendTest] = useMutation(TestMessage);
  const [, withdraw] = useMutation(WithdrawAnnouncement);
  const [, remove] = useMutation(DeleteAnnouncement);
  // A scheduled announcement changes only for someone who confirmed their identity.
  const { confirmed, sheet } = useConfirmation();
  const faultOf = useMessageFault({
    CHANGED_MEANWHILE: t`Someone else edited this announcement. Copy your edits, then reload.`,
    ANNOUNCEMENT_SENT: t`This announcement has been sent. Reload the page.`,
  });
  const saveDraft = async (draft: AnnouncementDraft): Promise<void> => {
    const saved = await confirmed(async () => {
      const { data, error } = await save({ id, version: stored.version, ...inputOf(draft) });
      if (error) throw error;
      return data!.saveAnnouncement;
    });
    onChanged(readFragment(AnnouncementFragment, saved));
    stored.accept(draft);
  };
  const form = useServerForm<AnnouncementDraft>({
    defaultValues: draftOf(announcement),
    send: async (draft, pressed) => {
      setMustReload(false);
      if (pressed === "withdraw") {
        const { data, error } = await withdraw({ id, version: announcement!.version });
        if (error) throw error;
        onChanged(readFragment(AnnouncementFragment, data!.withdrawAnnouncement));
        return showToast(t`The announcement is a draft again.`);
      }
      if (announcement === null || form.form.formState.isDirty) await saveDraft(draft);
      if (pressed === "send") return setSending(true);
      if (pressed !== "test") return showToast(t`Announcement saved.`);
      const { error } = await sendTest({ id, locale });
      if (error) throw error;
      showToast(t`A test is on its way to you.`);
    },
    faultOf: (error) => {
      setMustReload(isCombinedError(error) && codeOf(error) === "CHANGED_MEANWHILE");
      const fault = faultOf(error);
      const [, named] = /^texts\.(\w+)\./.exec(fault.field ?? "") ?? [];
      if (isLocale(named)) {
        setLocale(named);
        setPreview(false);
      }
      return fault;
    },
  });
  const stored = useStoredMessage({
    name: announcement ? id : unsavedName,
    id,
    version: announcement?.version ?? 0,
    form: form.form,
  });
  const { texts, cards, audience } = form.form.watch();
  const name = announcement?.subject || t`No subject yet`;
  return (
    <>
      <form
        className="message-form stack gap-8"
        aria-label={t`Announcement`}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        {stored.wasRestored && <p role="status">{t`We restored your unsaved changes.`}</p>}
        <MessageTexts
          locale={locale}
          onLocale={setLocale}
          texts={texts}
          field={form.field}
          isPreview={isPreview}
          onPreview={setPreview}
        />
        <MessageCards
          cards={cards}
          fault={form.faultOfField("cards")}
          onChange={(next) => form.form.setValue("cards", next, { shouldDirty: true })}
        />
        <section className="stack" aria-labelledby="message-audience">
          <div>
            <h2 className="t4" id="message-audience">{t`Audience`}</h2>
            <p className="t1 muted pretty">
              {t`Everyone with an account who matches all filters. Email and push go only to people who turned them on.`}
            </p>
          </div>
          <PeopleFilters
            given={(name) => audience[name] || null}
            onChoose={(name, value) =>
              form.form.setValue(`audience.${name}`, value ?? null, { shouldDirty: true })
            }
          />
          <AudienceCount audience={audience} />
        </section>
        <div className="message-foot">
          <p className="hint hint-bad w-full empty:hidden" role="alert">
            {form.formFault}
          </p>
          {announcement?.scheduledAt && (
            <p
              className="w-full"
              role="status"
            >{t`Goes out on ${formatZonedMoment(new Date(announcement.scheduledAt), timeZone)}.`}</p>
          )}
          <Button type="submit" busy={form.busy}>{t`Save`}</Button>
          <Button type="submit" name="act" value="test" busy={form.busy}>{t`Send a test to me`}</Button>
          <Button type="submit" name="act" value="send" tone="go" busy={form.busy}>
            {announcement?.scheduledAt ? t`Change the time` : t`Send…`}
          </Button>
          {mustReload && <Button tone="text" onClick={onReload}>{t`Reload`}</Button>}
          {announcement?.scheduledAt && (
            <Button type="submit" name="act" value="withdraw" tone="text" busy={form.busy}>
              {t`Withdraw`}
            </Button>
          )}
          {announcement?.state === "draft" && (
            <Button tone="text" busy={form.busy} onClick={() => setDeleting(true)}>{t`Delete…`}</Button>
          )}
          {form.form.formState.isDirty && <span className="t1 muted">{t`Not saved yet`}</span>}
        </div>
      </form>
      {sheet}
      {isDeleting && announcement && (
        <Suspense>
          <DeleteSheet
            title={t`Delete this announcement?`}
            action={t`Delete announcement`}
            remove={() => remove({ id })}
            onClose={() => setDeleting(false)}
            onDeleted={() => {
              stored.forget();
              showToast(t`Announcement deleted.`);
              onDeleted();
            }}
          >
            {t`This deletes “${name}”. You can’t undo it.`}
          </DeleteSheet>
        </Suspense>
      )}
      {isSending && announcement && (
        <Suspense>
          <SendSheet
            announcement={announcement}
            timeZone={timeZone}
            onChanged={onChanged}
            onClose={() => setSending(false)}
          />
        </Suspense>
      )}
    </>
  );
}
