import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Document } from "../../community/public/document.tsx";
import { isLocale, localeNames, type Locale } from "../../../../contract/locales.ts";
import { useState } from "react";
import { Segments } from "../../../ui/segments.tsx";
import { Figure, Figures } from "../public/figure.tsx";
import type { EditedAnnouncement } from "./announcement-fragment.ts";

type MessageReportProps = {
  notified: number;
  figures: EditedAnnouncement["figures"];
};

/** How many people a message reached, and what became of it. */
export function MessageReport({ notified, figures }: MessageReportProps) {
  const { t } = useLingui();
  const { byEmail, byPush, delivered, bounced, complained, opened, clicked, danced, cameBack } = figures;
  const cameBackNote = plural(bounced, { 0: "None came back", one: "# came back", other: "# came back" });
  return (
    <section className="stack" aria-labelledby="message-report">
      <h2 className="t4" id="message-report">{t`What it reached`}</h2>
      <Figures>
        <Figure name={t`Notified`} note={t`${byEmail} by email, ${byPush} by push`}>
          {notified}
        </Figure>
        <Figure
          name={t`Emails delivered`}
          note={complained > 0 ? t`${cameBackNote}, ${complained} marked as spam` : cameBackNote}
        >
          {delivered}
        </Figure>
        <Figure name={t`Opened its page`} note={t`Signed in`}>
          {opened}
        </Figure>
        <Figure name={t`Followed a link`} note={t`To your own pages, signed in`}>
          {clicked}
        </Figure>
        <Figure
          name={t`Danced within 7 days`}
          note={plural(cameBack, { one: "# hadn’t for 14 days", other: "# hadn’t for 14 days" })}
        >
          {danced}
        </Figure>
      </Figures>
    </section>
  );
}

/** An announcement that was sent: what became of it, and what it said. */
export function AnnouncementReport({ announcement }: { announcement: EditedAnnouncement }) {
  const { t } = useLingui();
  const { texts, notified, figures, cards } = announcement;
  const written = texts.map(({ locale }) => locale).filter((one): one is Locale => isLocale(one));
  const [locale, setLocale] = useState<Locale | undefined>(written[0]);
  const shown = texts.find((one) => one.locale === locale);
  return (
    <div className="stack gap-8">
      <MessageReport notified={notified} figures={figures} />
      <section className="stack" aria-labelledby="message-text">
        <div className="row between wrap">
          <h2 className="t4" id="message-text">{t`Text`}</h2>
          {written.length > 1 && locale && (
            <Segments
              label={t`Language`}
              options={written.map((one) => ({ value: one, label: localeNames[one] }))}
              value={locale}
              onChoose={setLocale}
            />
          )}
        </div>
        {shown && (
          <article className="message-preview stack" lang={locale}>
            <h3 className="d2">{shown.subject}</h3>
            <Document text={shown.body} />
            {cards.length > 0 && (
              <ul className="stack gap-1">
                {cards.map(({ kind, id, title }) => (
                  <li key={`${kind} ${id}`}>{title}</li>
                ))}
              </ul>
            )}
          </article>
        )}
      </section>
    </div>
  );
}
