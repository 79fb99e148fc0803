import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { nativeLanguageName } from "../../../../contract/formats/names.ts";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import { locales } from "../../../../contract/locales.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { showToast } from "../../../ui/toast.ts";

const Translate = graphql(`
  mutation TranslateLegalPage($kind: LegalPageKind!, $version: Int!, $locale: String!, $text: String!) {
    translateLegalPage(kind: $kind, version: $version, locale: $locale, text: $text) {
      version
      translations
    }
  }
`);

const TemplateQuery = graphql(`
  query LegalTemplate($kind: LegalPageKind!, $locale: String!) {
    legalTemplate(kind: $kind, locale: $locale)
  }
`);

type LegalTranslationsProps = {
  kind: LegalPageKind;
  /** The newest version. */
  version: { version: number; locale: string; translations: readonly string[] };
  /** The original, to begin with. */
  text: string;
  onChanged: () => void;
};

/** The languages of the newest version of a legal page, and the form that adds one. */
export function LegalTranslations({ kind, version, text, onChanged }: LegalTranslationsProps) {
  const { t } = useLingui();
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const { version: number, locale, translations } = version;
  const original = nativeLanguageName(locale);
  const missing = locales.filter((one) => one !== locale && !translations.includes(one));
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 className="t3 strong" id={id}>{t`Languages of version ${number}`}</h3>
      <p className="t1 muted">
        {t`The original is in ${original}. Members without a text in their language read the original.`}
      </p>
      <ul className="row wrap">
        {translations.map((one) => (
          <li key={one} lang={one}>
            {nativeLanguageName(one)}
          </li>
        ))}
        {missing.map((one) => {
          const language = nativeLanguageName(one);
          return (
            <li key={one}>
              <Button size="s" aria-pressed={chosen === one} onClick={() => setChosen(one)}>
                {t`Add ${language}`}
              </Button>
            </li>
          );
        })}
      </ul>
      {chosen && (
        <TranslationForm
          key={chosen}
          kind={kind}
          version={number}
          locale={chosen}
          text={text}
          onChanged={onChanged}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}

function TranslationForm({
  kind,
  version,
  locale,
  text,
  onChanged,
  onClose,
}: {
  kind: LegalPageKind;
  version: number;
  locale: string;
  text: string;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const language = nativeLanguageName(locale);
  const [, translate] = useMutation(Translate);
  const [{ data }] = useQuery({ query: TemplateQuery, variables: { kind, locale } });
  const template = data?.legalTemplate;
  const { confirmed, sheet } = useConfirmation();
  const { form, submit, field, busy, formFault } = useServerForm({
    defaultValues: { text },
    send: async (values) => {
      await confirmed(async () => {
        const { error } = await translate({ kind, version, locale, ...values });
        if (error) throw error;
      });
      showToast(t`Published in ${language}`);
      onChanged();
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return "canceled";
      const texts: Record<string, string> = {
        BAD_INPUT: /\[\[[^\]]*\]\]/.test(form.getValues("text"))
          ? t`Fill in what stands in double brackets first.`
          : t`Enter a text of at most 60,000 characters.`,
        CHANGED_MEANWHILE: t`Someone else published a version. Copy what you typed, then reload the page.`,
        NETWORK: t`You’re offline. Nothing was saved. Try again.`,
      };
      return { field: faultFieldOf(error), text: texts[codeOf(error)] ?? t`Couldn’t save. Try again.` };
    },
  });
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)} aria-label={language}>
      {sheet}
      <div className="site-text" lang={locale}>
        <LinesField
          label={t`Text in ${language}`}
          hint={t`Published translations can’t be changed: members agree to them.`}
          rows={22}
          most={60_000}
          {...field("text")}
        />
      </div>
      {template && (
        <div className="row">
          <Button onClick={() => form.setValue("text", template, { shouldDirty: true })}>
            {t`Replace with template`}
          </Button>
        </div>
      )}
      {formFault && (
        <p className="hint hint-bad" role="alert">
          {formFault}
        </p>
      )}
      <div className="row wrap">
        <Button type="submit" tone="go" busy={busy}>
          {t`Publish in ${language}`}
        </Button>
        <Button tone="bare" onClick={onClose}>
          {t`Close`}
        </Button>
      </div>
    </form>
  );
}
