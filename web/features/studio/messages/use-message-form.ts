import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { isLocale, type Locale } from "../../../../contract/locales.ts";
import { codeOf, isCombinedError } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { isSameMessage, type MessageDraft } from "./message-draft.ts";
import { TestMessage } from "./save-announcement.ts";
import { useMessageFault } from "./use-message-fault.ts";
import { useStoredMessage, type SavedMessage } from "./use-stored-message.ts";

type MessageFormOptions = {
  /** The name under which what isn't saved is stored in this tab. */
  name: string;
  id: string;
  isNew: boolean;
  /** As the page knows it. */
  saved: SavedMessage & { draft: MessageDraft };
  studioLocale: Locale;
  /** Saves over a version, and resolves to the new one. */
  save: (draft: MessageDraft, version: number) => Promise<number>;
  /** Asks the server what it has now. */
  fetchSaved: () => Promise<SavedMessage>;
  /** Does what the pressed button says; `saveDraft` resolves to false if the writer has to choose a version first. */
  act: (pressed: string, saveDraft: () => Promise<boolean>) => Promise<void>;
  /** Texts by error code. */
  faults: Readonly<Record<string, string>>;
};

/**
 * The form of an announcement or of a step. It saves over the version that it was opened with: if someone else saved since, the writer
 * chooses between both texts.
 */
export function useMessageForm(options: MessageFormOptions) {
  const { name, id, isNew, saved, studioLocale, save, fetchSaved, act, faults } = options;
  const { t } = useLingui();
  const [locale, setLocale] = useState(studioLocale);
  const [isPreview, setPreview] = useState(false);
  const [, sendTest] = useMutation(TestMessage);
  // What people get changes only for someone who confirmed their identity.
  const { confirmed, sheet } = useConfirmation();
  const faultOf = useMessageFault({
    CHANGED_MEANWHILE: t`Someone else is editing this message. Try again.`,
    ...faults,
  });
  const saveDraft = async (draft: MessageDraft): Promise<boolean> => {
    if (!isNew && !isDirty) {
      stored.accept(draft, stored.version);
      return true;
    }
    const saveOver = async (version: number): Promise<true> => {
      stored.accept(draft, await confirmed(() => save(draft, version)));
      return true;
    };
    try {
      return await saveOver(stored.version);
    } catch (error) {
      if (!isCombinedError(error) || codeOf(error) !== "CHANGED_MEANWHILE") throw error;
    }
    const theirs = await fetchSaved();
    // Another step of the series was changed, or what the writer sees already.
    const isSame = theirs.draft
      ? isSameMessage(theirs.draft, opened) && theirs.scheduledAt === saved.scheduledAt
      : isNew;
    if (isSame) return saveOver(theirs.version);
    stored.meet(theirs);
    return false;
  };
  const form = useServerForm<MessageDraft>({
    defaultValues: saved.draft,
    send: async (draft, pressed) => {
      if (pressed !== "test") return act(pressed, () => saveDraft(draft));
      if (!(await saveDraft(draft))) return;
      const { error } = await sendTest({ id, locale });
      if (error) throw error;
      showToast(t`A test is on its way to you.`);
    },
    faultOf: (error) => {
      const fault = faultOf(error);
      const [, named] = /^texts\.(\w+)\./.exec(fault.field ?? "") ?? [];
      if (isLocale(named)) {
        setLocale(named);
        setPreview(false);
      }
      return fault;
    },
  });
  const stored = useStoredMessage({ name, id, saved, form: form.form });
  const { formState } = form.form;
  // Read while rendering: otherwise the form doesn't track them.
  const { isDirty } = formState;
  const opened = formState.defaultValues as MessageDraft;
  return {
    form,
    stored,
    isDirty,
    locale,
    setLocale,
    isPreview,
    setPreview,
    confirmationSheet: sheet,
  };
}

/** What `useMessageForm` gives. */
export type MessageFormState = ReturnType<typeof useMessageForm>;
