import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { listParts } from "../../../../contract/formats/names.ts";
import { studio } from "../../../lib/studio.ts";
import { paths } from "../../../lib/paths.ts";

/** Links to the terms and the withdrawal policy as a list in a sentence, in a new tab: the input is preserved. */
export function LegalLinks() {
  const { t, i18n } = useLingui();
  const links: readonly (readonly [url: string, label: string])[] = [
    [paths.terms(), t`Terms`],
    ...(studio.legalPages.includes("privacy")
      ? [[paths.legalPage("privacy"), t`privacy policy`] as const]
      : []),
    [paths.withdrawal(), t`withdrawal`],
  ];
  return (
    <>
      {listParts(links.length, { locale: i18n.locale }).map(({ item, text }, place) => {
        const link = item === null ? null : links[item];
        if (!link) return <Fragment key={place}>{text}</Fragment>;
        const [url, label] = link;
        return (
          <a className="link" href={url} target="_blank" rel="noreferrer" key={place}>
            {label}
          </a>
        );
      })}
      .
    </>
  );
}
