import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { languageName } from "../../../../contract/formats/names.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { here } from "../../../lib/reader.ts";
import { Button } from "../../../ui/button.tsx";
import { EditedClassFragment, type EditedClass } from "./edited-class.ts";

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
const maxMegabytes = 2;

/** Caption languages of a class: add one with its file, or remove one. */
export function ClassCaptions({ found: { id, captions } }: { found: EditedClass }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const session = useSession();
  const [{ fetching: isRemoving }, removeCaptions] = useMutation(RemoveCaptions);
  const [isSending, setSending] = useState(false);
  const isBusy = isSending || isRemoving;
  const [language, setLanguage] = useState("en");
  const [fault, setFault] = useState<string | null>(null);
  const name = nameOf(language);
  const unreachable = t`Couldn’t save. Try again.`;
  const remove = async (tag: string): Promise<void> => {
    if (isBusy) return;
    setFault(null);
    const { error } = await removeCaptions({ classId: id, language: tag });
    if (error) setFault(unreachable);
  };
  // The live event of the class brings the new state.
  const upload = async (file: File | undefined): Promise<void> => {
    if (!file || isBusy) return;
    setFault(null);
    if (file.size > maxMegabytes * 1024 * 1024)
      return setFault(t`This file is too large: captions have ${maxMegabytes} MB at most.`);
    if (!/^\uFEFF?WEBVTT/.test(await file.slice(0, 16).text()))
      return setFault(t`Captions are a WebVTT file, which begins with WEBVTT.`);
    setSending(true);
    try {
      const token = await session.token();
      setFault((await sendCaptions({ classId: id, language: language.trim(), file, token })) ?? null);
    } catch {
      setFault(unreachable);
    } finally {
      setSending(false);
    }
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
                busy={isBusy}
                aria-label={t`Remove the captions in ${label}`}
                onClick={() => void remove(tag)}
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
        <Button busy={isBusy} onClick={() => input.current?.click()}>{t`Choose a .vtt file`}</Button>
      </div>
      <p className="hint" id="captions-hint">
        {name
          ? t`${name}. Uploading replaces the existing file.`
          : t`Enter a language code such as en, es, or pt-BR.`}
      </p>
      <input
        ref={input}
        className="sr-only"
        type="file"
        accept=".vtt,text/vtt"
        aria-label={t`Captions, from this device`}
        tabIndex={-1}
        onChange={(event) => {
          void upload(event.target.files?.[0]);
          // Allows the same file to be chosen again.
          event.target.value = "";
        }}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </section>
  );
}

/** Display name of a language tag; null if invalid. */
const nameOf = (tag: string): string | null => languageName(tag.trim(), here());

/**
 * Uploads a caption file.
 * @returns the server's validation error; null on success.
 * @throws if there is no response
 */
async function sendCaptions({
  classId,
  language,
  file,
  token,
}: {
  classId: string;
  language: string;
  file: File;
  token: string;
}): Promise<string | null> {
  const answer = await fetch(`/studio/classes/${classId}/captions/${encodeURIComponent(language)}`, {
    method: "PUT",
    headers: { "x-auth-token": `Bearer ${token}`, "content-type": "text/vtt" },
    body: file,
  });
  if (answer.ok) return null;
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  if (error.code === "BAD_INPUT") return error.message;
  throw new Error(error.code);
}
