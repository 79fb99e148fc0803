import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { Locale } from "../../../../contract/locales.ts";
import { readFragment } from "../../../graphql/graphql.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { useClient, useMutation } from "../../../graphql/hooks.ts";
import { formatZonedMoment } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { PeopleFilters } from "../people/people-filters.tsx";
import { AnnouncementFragment, AnnouncementQuery, type EditedAnnouncement } from "./announcement-fragment.ts";
import { AudienceCount } from "./audience-count.tsx";
import { audienceOf, contentOf, draftOf } from "./message-draft.ts";
import { MessageForm } from "./message-form.tsx";
import { DeleteAnnouncement, SaveAnnouncement, WithdrawAnnouncement } from "./save-announcement.ts";
import { unsavedName } from "./stored-message.ts";
import { useMessageForm, type MessageFormState } from "./use-message-form.ts";
import type { SavedMessage } from "./use-stored-message.ts";

const SendSheet = lazy(async () => ({
  default: (await import("./send-sheet.tsx")).SendSheet,
}));
const DeleteSheet = lazy(async () => ({
  default: (await import("../public/delete-sheet.tsx")).DeleteSheet,
}));

type AnnouncementFormProps = {
  /** Null for a new one. */
  announcement: EditedAnnouncement | null;
  /** The id that a new one gets. */
  id: string;
  studioLocale: Locale;
  timeZone: string;
  onChanged: (announcement: EditedAnnouncement) => void;
  onDeleted: () => void;
};

const savedOf = (announcement: EditedAnnouncement | null) => ({
  version: announcement?.version ?? 0,
  draft: draftOf(announcement),
  scheduledAt: announcement?.scheduledAt ?? null,
});

/** The form of an announcement that wasn't sent: its texts, cards and audience. */
export function AnnouncementForm(props: AnnouncementFormProps) {
  const { announcement, id, studioLocale, timeZone, onChanged, onDeleted } = props;
  const { t } = useLingui();
  const [isSending, setSending] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [, save] = useMutation(SaveAnnouncement);
  const [, withdraw] = useMutation(WithdrawAnnouncement);
  const [, remove] = useMutation(DeleteAnnouncement);
  const fetchSaved = useFetchedAnnouncement(id, onChanged);
  const message = useMessageForm({
    name: announcement ? id : unsavedName,
    id,
    isNew: announcement === null,
    saved: savedOf(announcement),
    studioLocale,
    save: async (draft, version) => {
      const { data, error } = await save({
        id,
        version,
        ...contentOf(draft),
        audience: audienceOf(draft),
      });
      if (error) throw error;
      const saved = readFragment(AnnouncementFragment, data!.saveAnnouncement);
      onChanged(saved);
      return saved.version;
    },
    fetchSaved,
    act: async (pressed, saveDraft) => {
      if (pressed === "withdraw") {
        const { data, error } = await withdraw({
          id,
          version: announcement!.version,
        });
        if (error) throw error;
        onChanged(readFragment(AnnouncementFragment, data!.withdrawAnnouncement));
        return showToast(t`The announcement is a draft again.`);
      }
      if (!(await saveDraft())) return;
      if (pressed === "send") setSending(true);
      else showToast(t`Announcement saved.`);
    },
    faults: {
      ANNOUNCEMENT_SENT: t`This announcement has been sent. Reload the page.`,
    },
  });
  const { busy } = message.form;
  const scheduled = announcement?.scheduledAt;
  const name = announcement?.subject || t`No subject yet`;
  return (
    <>
      <MessageForm
        message={message}
        label={t`Announcement`}
        isSaveMain={false}
        after={<Audience message={message} />}
        status={
          scheduled && (
            <p className="w-full" role="status">{t`Goes out on ${formatZonedMoment(
              new Date(scheduled),
              timeZone,
            )}.`}</p>
          )
        }
      >
        <Button type="submit" name="act" value="send" tone="go" busy={busy}>
          {scheduled ? t`Change the time` : t`Send…`}
        </Button>
        {scheduled && (
          <Button type="submit" name="act" value="withdraw" tone="text" busy={busy}>{t`Withdraw`}</Button>
        )}
        {announcement?.state === "draft" && (
          <Button tone="text" busy={busy} onClick={() => setDeleting(true)}>{t`Delete…`}</Button>
        )}
      </MessageForm>
      {isDeleting && announcement && (
        <Suspense>
          <DeleteSheet
            title={t`Delete this announcement?`}
            action={t`Delete announcement`}
            remove={() => remove({ id })}
            onClose={() => setDeleting(false)}
            onDeleted={() => {
              message.stored.forget();
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

/** Asks the server for an announcement, and has the page show its state. */
function useFetchedAnnouncement(
  id: string,
  onChanged: (announcement: EditedAnnouncement) => void,
): () => Promise<SavedMessage> {
  const client = useClient();
  return async () => {
    const { data, error } = await client.query(AnnouncementQuery, { id }, { requestPolicy: "network-only" });
    // It was deleted: saving creates it again with the same id.
    if (hasCode(error, "NOT_FOUND")) return { version: 0, draft: null, scheduledAt: null };
    if (!data) throw error!;
    const found = readFragment(AnnouncementFragment, data.announcement);
    onChanged(found);
    return savedOf(found);
  };
}

function Audience({ message }: { message: MessageFormState }) {
  const { t } = useLingui();
  const { form } = message.form;
  const { audience } = form.watch();
  return (
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
          form.setValue(`audience.${name}`, value ?? null, {
            shouldDirty: true,
          })
        }
      />
      <AudienceCount audience={audience} />
    </section>
  );
}
