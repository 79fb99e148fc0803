import "./translations.css";
import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { localeNames, type Locale } from "../../../../contract/locales.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { isCombinedError } from "../../../graphql/codes.ts";
import { graphql, type ResultOf, type VariablesOf } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { showToast } from "../../../ui/toast.ts";

const TranslationsQuery = graphql(`
  query Translations($content: TranslatedKind!, $subject: String) {
    translations(kind: $content, subject: $subject) {
      kind
      subject
      texts {
        field
        text
        maxLength
        isLong
        translations {
          locale
          text
        }
      }
    }
  }
`);
const SaveTranslations = graphql(`
  mutation SaveTranslations($content: TranslatedKind!, $subject: String!, $texts: [TranslationInput!]!) {
    saveTranslations(kind: $content, subject: $subject, texts: $texts) {
      kind
      subject
    }
  }
`);

type Content = ResultOf<typeof TranslationsQuery>["translations"][number];
type Kind = VariablesOf<typeof TranslationsQuery>["content"];

type TranslationsProps = {
  kind: Kind;
  /** Slug or id; null for everything of the kind. */
  subject?: string | null;
  /** Limits everything of the kind to subjects that begin with this. */
  prefix?: string;
  /** Names what is translated, where a page has several. */
  title?: string;
  /** Of what is translated: another one fetches the texts again, and keeps what was typed. */
  version?: number;
};

/** Translations of what the studio wrote, behind a disclosure: a language, then a field for each text. */
export function Translations({ kind, subject = null, prefix = "", title, version = 0 }: TranslationsProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="translations" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="strong">{title ?? t`Translations`}</span>
        <Icon of={ChevronDown} />
      </summary>
      {isOpen && <Loaded kind={kind} subject={subject} prefix={prefix} version={version} />}
    </details>
  );
}

type LoadedProps = { kind: Kind; subject: string | null; prefix: string; version: number };

function Loaded({ kind, subject, prefix, version }: LoadedProps) {
  const { t } = useLingui();
  const query = useQuery({
    query: TranslationsQuery,
    variables: { content: kind, subject },
    requestPolicy: "network-only",
  });
  const [{ data, error }, again] = query;
  const [chosen, setChosen] = useState<Locale | null>(null);
  const fetched = useRef(version);
  useEffect(() => {
    if (fetched.current === version) return;
    fetched.current = version;
    again({ requestPolicy: "network-only" });
  }, [version, again]);
  if (error && !data)
    return (
      <QueryError query={query} title={t`Couldn’t load the translations`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    );
  if (!data)
    return (
      <Skeleton label={t`Loading translations`}>
        <TextSkeleton className="t3 w-1/2" />
      </Skeleton>
    );
  const contents = data.translations.filter((content) => content.subject.startsWith(prefix));
  const languages = contents[0]?.texts[0]?.translations.map((one) => one.locale as Locale) ?? [];
  const locale = chosen ?? languages[0];
  if (!locale) return <p className="muted">{t`Nothing to translate yet.`}</p>;
  return (
    <div className="translations-body">
      <Segments
        label={t`Language`}
        options={languages.map((value) => ({ value, label: localeNames[value] }))}
        value={locale}
        onChoose={setChosen}
      />
      <LanguageForm
        key={locale}
        locale={locale}
        contents={contents}
        onSaved={() => again({ requestPolicy: "network-only" })}
      />
    </div>
  );
}

type LanguageFormProps = { locale: Locale; contents: readonly Content[]; onSaved: () => void };

/** The name of a text in the form, in which a dot would begin a field of its own. */
const nameOf = (...parts: readonly string[]): string =>
  encodeURIComponent(parts.join(" ")).replaceAll(".", "%2E").replaceAll("'", "%27");

/** Fields of one language. The original of each text is its label. Texts may come and go while others are edited. */
function LanguageForm({ locale, contents, onSaved }: LanguageFormProps) {
  const { t } = useLingui();
  const [, save] = useMutation(SaveTranslations);
  const rows = contents.flatMap(({ kind, subject, texts }) =>
    texts.map(({ translations, ...text }) => ({
      ...text,
      kind,
      subject,
      name: nameOf(kind, subject, text.field),
      before: translations.find((one) => one.locale === locale)?.text ?? "",
    })),
  );
  const { submit, busy, field, formFault } = useServerForm<{ texts: Record<string, string> }>({
    defaultValues: { texts: Object.fromEntries(rows.map(({ name, before }) => [name, before])) },
    send: async ({ texts }) => {
      const changed = rows.flatMap((row) =>
        texts[row.name] === row.before ? [] : [{ ...row, now: texts[row.name] ?? "" }],
      );
      for (const [subject, own] of Map.groupBy(changed, (row) => row.subject)) {
        const { error } = await save({
          content: own[0]!.kind,
          subject,
          texts: own.map((row) => ({ field: row.field, locale, text: row.now })),
        });
        if (error) throw error;
      }
      showToast(t`Translations saved.`);
      onSaved();
    },
    faultOf: (error) =>
      isCombinedError(error)
        ? { field: null, text: t`Couldn’t save. Your changes are still here. Try again.` }
        : null,
  });
  return (
    <form
      className="stack"
      aria-label={localeNames[locale]}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {rows.map(({ name, before, text, maxLength, isLong }) => {
        const Field = isLong ? LinesField : LineField;
        return (
          <div key={name} lang={locale}>
            <Field label={text} most={maxLength} {...field(`texts.${name}`, { value: before })} />
          </div>
        );
      })}
      <p className="t1 muted">{t`Empty fields show the original.`}</p>
      <p className="hint hint-bad" role="alert">
        {formFault}
      </p>
      <div>
        <Button type="submit" busy={busy}>{t`Save translations`}</Button>
      </div>
    </form>
  );
}
