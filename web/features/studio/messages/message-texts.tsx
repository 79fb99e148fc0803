import { useLingui } from "@lingui/react/macro";
import { localeNames, locales, type Locale } from "../../../../contract/locales.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { Document } from "../../community/public/document.tsx";
import type { FieldProps } from "../../../lib/forms/use-server-form.ts";
import { limits, type DraftTexts } from "./message-draft.ts";

type MessageTextsProps = {
  locale: Locale;
  onLocale: (locale: Locale) => void;
  texts: DraftTexts;
  /** Registers a field of the form. */
  field: (name: `texts.${Locale}.subject` | `texts.${Locale}.body`) => FieldProps;
  isPreview: boolean;
  onPreview: (isPreview: boolean) => void;
};

/** The subject and text of a message, one language at a time; or how it reads. */
export function MessageTexts({ locale, onLocale, texts, field, isPreview, onPreview }: MessageTextsProps) {
  const { t } = useLingui();
  const { subject, body } = texts[locale];
  return (
    <section className="stack" aria-labelledby="message-text">
      <div className="row between wrap">
        <h2 className="t4" id="message-text">{t`Text`}</h2>
        <Segments
          label={t`Language`}
          options={locales.map((one) => ({ value: one, label: localeNames[one] }))}
          value={locale}
          onChoose={onLocale}
        />
      </div>
      {isPreview ? (
        <article className="message-preview stack" lang={locale}>
          <h3 className="d2">{subject || t`No subject yet`}</h3>
          <Document text={body} />
        </article>
      ) : (
        <div className="stack" key={locale}>
          <LineField label={t`Subject`} most={limits.subject} {...field(`texts.${locale}.subject`)} />
          <LinesField
            label={t`Message text`}
            hint={t`Markdown: **bold**, [a link](https://…), lines that begin with “-”. Without a text here, readers of this language get the studio’s language.`}
            rows={10}
            most={limits.body}
            {...field(`texts.${locale}.body`)}
          />
        </div>
      )}
      <p>
        <Button size="s" onClick={() => onPreview(!isPreview)}>
          {isPreview ? t`Back to editing` : t`Preview`}
        </Button>
      </p>
    </section>
  );
}
