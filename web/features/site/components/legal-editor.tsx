import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import { Document } from "../../community/public/document.tsx";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { legalName } from "./legal-names.ts";
import { LegalNotices } from "./legal-notices.tsx";
import { LegalTranslations } from "./legal-translations.tsx";

const LegalReview = lazy(async () => ({ default: (await import("./legal-review.tsx")).LegalReview }));

const EditedPageQuery = graphql(`
  query EditedLegalPage($kind: LegalPageKind!, $version: Int!, $inForce: Int!) {
    editedLegalPage(kind: $kind, version: $version) {
      text
    }
    heldPage: editedLegalPage(kind: $kind, version: $inForce) {
      text
    }
    legalTemplate(kind: $kind)
  }
`);
const Publish = graphql(`
  mutation PublishLegalPage($kind: LegalPageKind!, $after: Int!, $text: String!, $validFrom: String!) {
    publishLegalPage(kind: $kind, after: $after, text: $text, validFrom: $validFrom) {
      version
    }
  }
`);
const Withdraw = graphql(`
  mutation WithdrawLegalPage($kind: LegalPageKind!, $version: Int!) {
    withdrawLegalPage(kind: $kind, version: $version) {
      version
    }
  }
`);

type LegalEditorProps = {
  kind: LegalPageKind;
  /** Its versions, oldest first. */
  versions: readonly {
    version: number;
    validFrom: string;
    announcedAt: string | null;
    locale: string;
    translations: readonly string[];
  }[];
  /** The number of the version in force; 0 without any. */
  inForce: number;
  /** In the studio's time zone. */
  today: string;
  onChanged: () => void;
  onClose: () => void;
};

/** Writes the next version of a legal page, beginning with the newest one or with the template. */
export function LegalEditor(props: LegalEditorProps) {
  const { t } = useLingui();
  const newest = props.versions.at(-1)?.version ?? 0;
  const query = useQuery({
    query: EditedPageQuery,
    variables: { kind: props.kind, version: newest, inForce: props.inForce },
    requestPolicy: "network-only",
  });
  const [{ data, error }] = query;
  if (data)
    return (
      <Editor
        {...props}
        newest={newest}
        template={data.legalTemplate}
        text={data.editedLegalPage?.text ?? data.legalTemplate}
        heldText={data.heldPage?.text ?? null}
      />
    );
  return error ? (
    <QueryError query={query} title={t`Couldn’t load this page`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}

function Editor({
  kind,
  versions,
  today,
  inForce,
  onChanged,
  onClose,
  newest,
  template,
  text,
  heldText,
}: LegalEditorProps & { newest: number; template: string; text: string; heldText: string | null }) {
  const { t } = useLingui();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const name = legalName(kind);
  const [, publish] = useMutation(Publish);
  const [, withdraw] = useMutation(Withdraw);
  const [isPreview, setPreview] = useState(false);
  const [isReview, setReview] = useState(false);
  const { confirmed, confirmedCall, sheet } = useConfirmation();
  const { form, submit, field, busy, formFault } = useServerForm({
    defaultValues: { text, validFrom: today },
    send: async (values) => {
      await confirmed(async () => {
        const { error } = await publish({ kind, after: newest, ...values });
        if (error) throw error;
      });
      setReview(false);
      showToast(t`${name} published`);
      onChanged();
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return "canceled";
      // The form below shows what is wrong.
      setReview(false);
      const wrong: Record<string, string> = {
        text: /\[\[[^\]]*\]\]/.test(form.getValues("text"))
          ? t`Fill in what stands in double brackets first.`
          : t`Enter a text of at most 60,000 characters.`,
        validFrom: t`Choose today or later, but no day before a scheduled version.`,
      };
      const texts: Record<string, string> = {
        BAD_INPUT: wrong[faultFieldOf(error) ?? ""] ?? t`Check this field.`,
        CHANGED_MEANWHILE: t`Someone else published a version. Copy what you typed, then reload the page.`,
        NETWORK: t`You’re offline. Nothing was saved. Try again.`,
      };
      return { field: faultFieldOf(error), text: texts[codeOf(error)] ?? t`Couldn’t save. Try again.` };
    },
  });
  const undo = async (version: number): Promise<void> => {
    const result = await confirmedCall(() => withdraw({ kind, version }));
    if (!result) return;
    showToast(result.error ? t`Couldn’t save. Try again.` : t`Version ${version} undone`);
    onChanged();
  };
  const next = newest + 1;
  const last = versions.at(-1);
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 className="t4" id={id} ref={heading} tabIndex={-1}>
        {t`${name}, version ${next}`}
      </h2>
      {versions
        .filter(({ validFrom }) => validFrom > today)
        .map(({ version, validFrom, announcedAt }) => {
          const day = formatCalendarDay(new Date(validFrom), "date");
          return (
            <p key={version} className="row wrap">
              <span>{t`Version ${version} begins on ${day}.`}</span>
              {announcedAt === null && (
                <Button size="s" onClick={() => void undo(version)}>
                  {t`Undo`}
                </Button>
              )}
            </p>
          );
        })}
      <form className="stack" noValidate onSubmit={(event) => void submit(event)} aria-label={name}>
        <div className="site-text">
          <LinesField
            label={t`Text`}
            hint={t`Markdown: ## for a heading, - for a list. Have a lawyer read it.`}
            rows={22}
            most={60_000}
            {...field("text")}
          />
        </div>
        <div className="row wrap">
          <Button
            onClick={() => form.setValue("text", template, { shouldDirty: true })}
          >{t`Replace with template`}</Button>
          <Button aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
            {t`Preview`}
          </Button>
        </div>
        {isPreview && (
          <div className="site-preview">
            <Document text={form.watch("text")} />
          </div>
        )}
        <LineField label={t`In force from`} type="date" earliest={today} {...field("validFrom")} />
        {formFault && (
          <p className="hint hint-bad" role="alert">
            {formFault}
          </p>
        )}
        <div className="row wrap">
          {heldText === null ? (
            <Button type="submit" tone="go" busy={busy}>
              {t`Publish version ${next}`}
            </Button>
          ) : (
            <Button tone="go" onClick={() => setReview(true)}>
              {t`Review changes`}
            </Button>
          )}
          <Button tone="bare" onClick={onClose}>
            {t`Close`}
          </Button>
        </div>
      </form>
      {isReview && heldText !== null && (
        <Suspense>
          <LegalReview
            version={next}
            replaced={inForce}
            before={heldText}
            after={form.watch("text")}
            validFrom={form.watch("validFrom")}
            today={today}
            busy={busy}
            onPublish={(event) => void submit(event)}
            onClose={() => setReview(false)}
          />
        </Suspense>
      )}
      {last && (last.validFrom > today || last.version === inForce) && (
        <LegalNotices kind={kind} version={last} today={today} onSent={onChanged} />
      )}
      {last && <LegalTranslations kind={kind} version={last} text={text} onChanged={onChanged} />}
      {sheet}
    </section>
  );
}
