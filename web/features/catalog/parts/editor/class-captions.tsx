import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useMutation } from "urql";
import { codeOf } from "../../../../graphql/codes.ts";
import { graphql } from "../../../../graphql/graphql.ts";
import { Button } from "../../../../ui/button.tsx";
import { EditedClassFragment, type EditedClass } from "./edited-class.ts";

const ChangeCaptions = graphql(
  `
    mutation ChangeCaptions($classId: ID!, $language: String!, $content: String) {
      changeCaptions(classId: $classId, language: $language, content: $content) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);
/** A call may have 100 KiB; some of it is what stands around the file. */
const mostKilobytes = 90;

/** The languages in which a class is captioned: another is added with its file, and each can be taken away. */
export function ClassCaptions({ found: { id, captions } }: { found: EditedClass }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [{ fetching }, changeCaptions] = useMutation(ChangeCaptions);
  const [language, setLanguage] = useState("en");
  const [fault, setFault] = useState<string | null>(null);
  const name = nameOf(language);
  const send = async (tag: string, content: string | null): Promise<void> => {
    if (fetching) return;
    setFault(null);
    const { error } = await changeCaptions({ classId: id, language: tag, content });
    if (!error) return;
    setFault(
      codeOf(error) === "BAD_INPUT"
        ? (error.graphQLErrors[0]?.message ?? "")
        : t`Nothing is changed: the studio’s server didn’t answer. Try once more.`,
    );
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const content = await file.text();
    // As it travels: quotes, line breaks and letters beyond ASCII take more room than in the file.
    if (new Blob([JSON.stringify(content)]).size > mostKilobytes * 1024)
      return setFault(t`This file is too large: captions have ${mostKilobytes} KB at most.`);
    await send(language.trim(), content);
  };
  return (
    <section className="stack gap-2" aria-labelledby="captions">
      <h2 className="t3 strong" id="captions">{t`Captions`}</h2>
      {captions.length > 0 && (
        <ul className="edit-captions">
          {captions.map(({ language: tag, label }) => (
            <li key={tag}>
              <span>
                <span lang={tag}>{label}</span> <code className="t1 faint">{tag}</code>
              </span>
              <Button
                size="s"
                tone="bare"
                busy={fetching}
                aria-label={t`Remove the captions in ${label}`}
                onClick={() => void send(tag, null)}
              >
                {t`Remove`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="edit-add">
        <label className="field">
          <span className="lab">{t`Language`}</span>
          <input
            className="in"
            value={language}
            maxLength={35}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            aria-describedby="captions-hint"
            onChange={(event) => setLanguage(event.target.value)}
          />
        </label>
        <Button busy={fetching} onClick={() => input.current?.click()}>{t`Choose a .vtt file`}</Button>
      </div>
      <p className="hint" id="captions-hint">
        {name
          ? t`${name}. A file takes the place of the one in its language.`
          : t`Write a language as en, es or pt-br.`}
      </p>
      <input
        ref={input}
        className="sr-only"
        type="file"
        accept=".vtt,text/vtt"
        aria-label={t`Captions, from this device`}
        tabIndex={-1}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          // The same file can be chosen again.
          event.target.value = "";
        }}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </section>
  );
}

/** What a language is called; null for what is no language. */
function nameOf(tag: string): string | null {
  try {
    return new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }).of(tag.trim()) ?? null;
  } catch {
    return null;
  }
}
