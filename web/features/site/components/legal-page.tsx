import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { nativeLanguageName } from "../../../../contract/formats/names.ts";
import { directionOf } from "../../../../contract/locales.ts";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import { Document } from "../../community/public/document.tsx";
import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { legalName } from "./legal-names.ts";

const LegalPageQuery = graphql(`
  query LegalPage($kind: LegalPageKind!, $version: Int) {
    legalPage(kind: $kind, version: $version) {
      kind
      version
      validFrom
      isToCome
      locale
      text
    }
  }
`);

/**
 * A legal page of the studio: the version in force, or that of the URL's `version`.
 * @param props.otherwise its content while nothing is published; without one there is no such page
 */
export function LegalPage({ kind, otherwise }: { kind: LegalPageKind; otherwise?: ReactNode }) {
  const { t, i18n } = useLingui();
  const { version } = useSearch();
  const number = /^\d{1,6}$/.test(String(version ?? "")) ? Number(version) : null;
  const query = useQuery({ query: LegalPageQuery, variables: { kind, version: number } });
  const [{ data }] = query;
  const page = data?.legalPage;
  const shownVersion = page?.version;
  const title = legalName(kind);
  const language = page && nativeLanguageName(page.locale);
  const day = page && formatCalendarDay(new Date(page.validFrom), "date");
  return (
    <AwaitedPage
      query={query}
      title={title}
      failed={{ title: t`Couldn’t load this page`, words: t`We couldn’t connect. Nothing changed.` }}
      missing={{
        title: t`Page not found`,
        words: t`This studio hasn’t published it.`,
        way: <Link className="link strong" to={paths.dashboard()}>{t`Go to the start page`}</Link>,
      }}
      skeleton={
        <Skeleton label={t`Loading page`} className="page form-page stack">
          <TextSkeleton className="w-1/2" />
          <TextSkeleton className="w-full" />
          <TextSkeleton className="w-3/4" />
        </Skeleton>
      }
    >
      {data && (page || otherwise) ? (
        <div className="page form-page">
          <h1 className="d1 d1-page">{title}</h1>
          {page ? (
            <>
              <p className="t1 muted">
                {page.isToCome
                  ? t`Version ${shownVersion}, in force from ${day}`
                  : t`Version ${shownVersion}, in force since ${day}`}
              </p>
              {page.locale !== i18n.locale && (
                <p className="t1 muted">{t`This page is published only in ${language}.`}</p>
              )}
              <div lang={page.locale} dir={directionOf(page.locale)}>
                <Document text={page.text} />
              </div>
            </>
          ) : (
            otherwise
          )}
        </div>
      ) : null}
    </AwaitedPage>
  );
}
