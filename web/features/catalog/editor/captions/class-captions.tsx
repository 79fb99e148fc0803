import "./captions.css";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useEffect, useRef, useState } from "react";
import { captionLanguages, maxCaptionBytes } from "../../../../../contract/captions.ts";
import { languageName } from "../../../../../contract/formats/names.ts";
import { useMutation } from "../../../../graphql/hooks.ts";
import { graphql } from "../../../../graphql/graphql.ts";
import { useSession } from "../../../../graphql/provider.tsx";
import { here } from "../../../../lib/reader.ts";
import { lazyPart } from "../../../../lib/lazy-part.ts";
import { useLeaveWarning } from "../../../../lib/use-leave-warning.ts";
import { Button } from "../../../../ui/button.tsx";
import { FileInput } from "../../../../ui/file-input.tsx";
import { Select } from "../../../../ui/select.tsx";
import { EditedClassFragment, type EditedClass } from "../edited-class.ts";
import { saveCaptions } from "./caption-files.ts";
import { FormerCaptions } from "./former-captions.tsx";
import { storeCaptions, useStoredLanguages } from "./stored-captions.ts";

const { Part: AskSheet, preload } = lazyPart(async () => (await import("../ask-sheet.tsx")).AskSheet);

const RemoveCaptions = graphql(
  `
    mutation RemoveCaptions($classId: ID!, $language: String!) {
      removeCaptions(classId: $classId, language: $language) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

type ClassCaptionsProps = {
  found: EditedClass;
  /** Language whose captions are open for editing. */
  edited: string | null;
  onEdit: (language: string | null) => void;
};

/** Captions to be removed, or replaced by a file. */
type Asked = { language: string; label: string; file: File | null };

/** Caption languages of a class: add one by a file or by hand, edit, replace, remove or restore one. */
export function ClassCaptions({ found, edited, onEdit }: ClassCaptionsProps) {
  const { t } = useLingui();
  const { id, captions } = found;
  const [asked, setAsked] = useState<Asked | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const session = useSession();
  const [{ fetching: isRemoving }, removeCaptions] = useMutation(RemoveCaptions);
  const [isSending, setSending] = useState(false);
  const isBusy = isSending || isRemoving;
  const options = languageOptions();
  const [chosen, setChosen] = useState(() => firstOf(options));
  const [fault, setFault] = useState<string | null>(null);
  const present = captions.find(({ language }) => language === chosen);
  const unreachable = t`Couldn’t save. Try again.`;
  const unsaved = useStoredLanguages(id);
  useLeaveWarning(unsaved.length > 0);
  const section = useReturnedFocus(edited);
  // Languages that have only unsaved captions are in the list as well.
  const listed = [
    ...captions.map((one) => ({ ...one, isSaved: true })),
    ...unsaved
      .filter((tag) => captions.every(({ language }) => language !== tag))
      .map((language) => ({ language, label: languageName(language, here()) ?? language, isSaved: false })),
  ];
  const remove = async (tag: string): Promise<void> => {
    if (isBusy) return;
    setFault(null);
    const { error } = await removeCaptions({ classId: id, language: tag });
    if (error) return setFault(unreachable);
    if (edited === tag) onEdit(null);
    storeCaptions(id, tag, null);
  };
  // The live event of the class brings the new state.
  const upload = async (file: File): Promise<void> => {
    if (isBusy) return;
    setFault(null);
    if (file.size > maxCaptionBytes) return setFault(t`Captions can be up to 2 MB.`);
    setSending(true);
    try {
      const expected = present ? "any" : { revision: null };
      const result = await saveCaptions(session, { classId: id, language: chosen }, file, expected);
      if ("fault" in result) setFault(result.fault);
      else if ("isConflict" in result)
        setFault(t`Someone else just added this language. Look at theirs first.`);
      else if (edited === chosen) onEdit(null);
    } catch {
      setFault(unreachable);
    } finally {
      setSending(false);
    }
  };
  return (
    <section className="stack gap-2" aria-labelledby="captions" ref={section}>
      <h2 className="t3 strong" id="captions" tabIndex={-1}>{t`Captions`}</h2>
      {listed.length > 0 && (
        <ul className="edit-captions">
          {listed.map(({ language: tag, label, isSaved }) => (
            <li key={tag}>
              <span className="row wrap">
                <span lang={tag}>{label}</span>
                {unsaved.includes(tag) && <span className="tag tag-line">{t`Not saved yet`}</span>}
              </span>
              <span className="row">
                <Button
                  size="s"
                  tone="line"
                  aria-label={t`Edit the captions in ${label}`}
                  aria-pressed={edited === tag}
                  data-language={tag}
                  onClick={() => onEdit(tag)}
                >
                  {t`Edit`}
                </Button>
                {isSaved && (
                  <Button
                    size="s"
                    tone="bare"
                    busy={isBusy}
                    aria-label={t`Remove the captions in ${label}`}
                    onPointerEnter={preload}
                    onFocus={preload}
                    onClick={() => setAsked({ language: tag, label, file: null })}
                  >
                    {t`Remove`}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Select label={t`Language`} value={chosen} options={options} onChoose={setChosen} />
      <div className="row wrap gap-2">
        <Button
          size="s"
          busy={isBusy}
          onClick={() => input.current?.click()}
        >{t`Choose a caption file`}</Button>
        {!present && (
          <Button size="s" tone="line" onClick={() => onEdit(chosen)}>{t`Write them here`}</Button>
        )}
      </div>
      <p className="hint">
        {present ? t`A new file replaces the captions in this language.` : t`A .vtt, .srt, or .ass file.`}
      </p>
      <FileInput
        ref={input}
        accept=".vtt,.srt,.ass,.ssa,text/vtt"
        label={t`Captions, from this device`}
        onChoose={(file) => (present ? setAsked({ ...present, file }) : void upload(file))}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
      <FormerCaptions
        found={found}
        onRestored={(language) => {
          if (edited === language) onEdit(null);
        }}
      />
      {asked && (
        <Suspense>
          <AskSheet
            title={asked.file ? t`Replace the captions?` : t`Remove the captions?`}
            action={asked.file ? t`Replace captions` : t`Remove captions`}
            onConfirm={() => void (asked.file ? upload(asked.file) : remove(asked.language))}
            onClose={() => setAsked(null)}
          >
            <p className="pretty">
              {asked.file
                ? t`${asked.file.name} replaces the captions in ${asked.label}, with every change made here.`
                : t`Members no longer see captions in ${asked.label}.`}
            </p>
          </AskSheet>
        </Suspense>
      )}
    </section>
  );
}

/** Focuses the language whose editor was closed, or else the heading. */
function useReturnedFocus(edited: string | null) {
  const section = useRef<HTMLElement>(null);
  const last = useRef(edited);
  useEffect(() => {
    const closed = edited === null ? last.current : null;
    last.current = edited;
    if (closed === null || document.activeElement !== document.body) return;
    const opener = section.current?.querySelector<HTMLElement>(`[data-language="${closed}"]`);
    (opener ?? section.current?.querySelector("h2"))?.focus();
  }, [edited]);
  return section;
}

type Option = { value: string; label: string };

/** Languages by their names in the interface's language. */
function languageOptions(): Option[] {
  const { locale } = here();
  return captionLanguages
    .map((value) => ({ value, label: languageName(value, here()) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
}

/** The interface's language, if captions can be in it. */
function firstOf(options: readonly Option[]): string {
  const [language] = here().locale.split("-");
  return options.some(({ value }) => value === language) ? language! : "en";
}
