/** The layout of every email, of React Email’s components. Node runs the sources without JSX, so elements are made by calls. */
import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Column } from "@react-email/column";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Row } from "@react-email/row";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { Fragment, createElement as h } from "react";
import type { CSSProperties, ReactElement, ReactNode } from "react";
import { textDirection } from "../../../contract/formats/names.ts";
import { paths } from "../../../contract/urls.ts";
import { msg, translate } from "../i18n/messages.ts";
import type { Message } from "../i18n/messages.ts";
import { nameless } from "./content.ts";
import type { BodyBlock, BodySpan, EmailContent } from "./content.ts";
import type { EmailStudio } from "./render.ts";
import { bodyFont, button, displayFont, emailAccentOf, light, styleSheet } from "./theme.ts";
import type { EmailAccent } from "./theme.ts";

const legalNames = { imprint: msg("Imprint"), privacy: msg("Privacy policy") } as const;

/** Shown, and left out of the plain text. */
const onlyInHtml = { "data-skip-in-text": "true" };
const small: CSSProperties = { fontFamily: bodyFont, fontSize: "14px", lineHeight: "21px", margin: 0 };
const large: CSSProperties = { fontFamily: bodyFont, fontSize: "17px", lineHeight: "26px", margin: 0 };

/** Keeps line breaks. */
const lines = (text: string): ReactNode =>
  text.split("\n").map((line, place) => h(Fragment, { key: place }, place > 0 && h("br"), line));

const block = (top: number, ...children: ReactNode[]): ReactElement =>
  h(Section, { className: "side", style: { padding: `${top}px 40px 0` } }, ...children);

const link = (href: string, text: string): ReactElement =>
  h(
    Link,
    {
      href,
      className: "ink",
      style: { color: light.ink, textDecoration: "underline", overflowWrap: "anywhere" },
    },
    text,
  );

/** Content id of the studio’s logo in one theme. */
export const logoId = (theme: "light" | "dark"): string => `logo-${theme}`;

/** Height of a logo in pixels. A wide one is lower. */
const logoHeight = 40;
const maxLogoWidth = 240;

/** The studio’s own logo. Clients without dark themes show the light one. */
function ownLogo(images: NonNullable<EmailStudio["brand"]["logo"]>, studioName: string): ReactElement {
  const image = (theme: "light" | "dark") => {
    const { width, height } = images[theme];
    const factor = Math.min(logoHeight / height, maxLogoWidth / width);
    return h("img", {
      className: `logo-${theme}`,
      src: `cid:${logoId(theme)}`,
      // A screen reader says the name once: clients hide one of the two.
      alt: studioName,
      width: Math.round(width * factor),
      height: Math.round(height * factor),
      style: { display: theme === "light" ? "block" : "none", border: 0 },
    });
  };
  return h(
    Section,
    { className: "side", style: { padding: "8px 40px 0" }, ...onlyInHtml },
    image("light"),
    image("dark"),
  );
}

/** The product’s mark and the studio’s name. Gmail and Outlook drop the drawing: then the name stands alone. */
function markAndName(studioName: string, accent: EmailAccent): ReactElement {
  const path = (className: string, stroke: string, d: string) => h("path", { className, stroke, d });
  const mark = h(
    "svg",
    {
      width: 24,
      height: 32,
      viewBox: "4 0 24 32",
      fill: "none",
      strokeWidth: 2.9,
      strokeLinecap: "round",
      "aria-hidden": true,
      style: { display: "block" },
    },
    path(
      "mark-ink",
      light.ink,
      "M17.57 3.85L20.03 6.75M20.03 10.45L17.57 13.35M14.43 13.35L11.97 10.45M11.97 6.75L14.43 3.85",
    ),
    path(
      "mark-lit",
      accent.lightMark,
      "M17.93 17.3L20.97 20.6M20.97 24.8L17.93 28.1M14.07 28.1L11.03 24.8M11.03 20.6L14.07 17.3",
    ),
  );
  const name: CSSProperties = {
    fontFamily: displayFont,
    fontSize: "24px",
    lineHeight: 1,
    fontWeight: 800,
    fontStretch: "75%",
    color: light.ink,
  };
  return h(
    Section,
    { className: "side", style: { padding: "8px 40px 0" }, ...onlyInHtml },
    h(
      Row,
      null,
      h(Column, { style: { width: "32px" } }, mark),
      h(Column, { className: "ink", style: name }, studioName),
    ),
  );
}

/** Text in its style; line breaks are kept. */
const span = (
  { text, isStrong, isEmphasized, href }: BodySpan,
  place: number,
  home: string,
): ReactElement => {
  const words = href ? link(href.startsWith("/") ? home + href : href, text) : lines(text);
  const emphasized = isEmphasized ? h("em", null, words) : words;
  return h(Fragment, { key: place }, isStrong ? h("strong", null, emphasized) : emphasized);
};

/** A part of a formatted text. */
function bodyBlock({ kind, marker, spans }: BodyBlock, place: number, home: string): ReactElement {
  const style: CSSProperties = {
    ...large,
    color: light.ink,
    ...(kind === "heading" && { fontWeight: 700, fontSize: "20px" }),
    ...(kind === "item" && { paddingLeft: "16px" }),
    ...(kind === "quote" && { paddingLeft: "16px", borderLeft: `3px solid ${light.line}` }),
  };
  const parts = [marker && `${marker} `, ...spans.map((one, at) => span(one, at, home))];
  return h(
    Fragment,
    { key: place },
    block(kind === "item" ? 8 : 16, h(Text, { className: "ink", style }, parts)),
  );
}

/** What an email is about: titles that link to the app. */
const cardList = (cards: NonNullable<EmailContent["cards"]>, home: string): ReactElement =>
  block(
    20,
    ...cards.map(({ title, detail, path }) => {
      const style = { borderTop: `1px solid ${light.line}` };
      const children = h(
        Column,
        { className: "ink", style: { ...large, padding: "12px 0", fontWeight: 600, color: light.ink } },
        link(home + path, title),
        detail && h("div", { className: "muted", style: { ...small, color: light.muted } }, detail),
      );
      return h(Row, { key: path, className: "line", style, children });
    }),
  );

const factTable = (facts: NonNullable<EmailContent["facts"]>): ReactElement =>
  block(
    20,
    ...facts.map(({ label, value }) => {
      const cells = h(
        Fragment,
        null,
        h(
          Column,
          {
            className: "muted",
            style: { ...small, width: "34%", padding: "10px 16px 10px 0", color: light.muted },
          },
          label,
        ),
        h(
          Column,
          { className: "ink", style: { ...small, padding: "10px 0", fontWeight: 600, color: light.ink } },
          value,
        ),
      );
      const style = { borderTop: `1px solid ${light.line}` };
      return h(Row, { key: label, className: "line fact", style, children: cells });
    }),
  );

/** The button, and its address for clients that don't show buttons. */
const callToAction = (
  { label }: { label: string },
  href: string,
  { locale, accent }: { locale: string; accent: EmailAccent },
): ReactElement =>
  block(
    24,
    h(
      Button,
      {
        href,
        className: "action",
        style: {
          ...large,
          lineHeight: "22px",
          fontWeight: 600,
          padding: "15px 24px",
          borderRadius: "10px",
          background: accent.fill,
          color: button.ink,
          textDecoration: "none",
        },
      },
      label,
    ),
    h(
      Text,
      {
        className: "muted",
        style: { ...small, marginTop: "16px", color: light.muted },
        ...onlyInHtml,
      },
      translate(msg("If the button doesn’t work, paste this link into your browser:"), locale),
      h("br"),
      link(href, href),
    ),
  );

const greetingOf = (name: string): Message =>
  name === nameless ? msg("Hello there,") : msg("Hello {name},", { name });

/**
 * An email as a document. It loads nothing remote, and is readable in every client, at any text size, in light and dark, and
 * with a screen reader.
 * @param urls absolute URLs of its links
 */
export function layoutOf(
  content: EmailContent,
  locale: string,
  studio: EmailStudio,
  urls: { home: string; action: string | null; unsubscribe: string | null },
): ReactElement {
  const { heading, greeting, quote, facts = [], action, footnote, preheader, subject } = content;
  const [first, ...others] = content.paragraphs;
  const paragraphs = [greeting && translate(greetingOf(greeting), locale), first, quote, ...others].filter(
    (text) => text !== undefined,
  );
  const accent = emailAccentOf(studio.brand.accent);
  const title: CSSProperties = {
    margin: 0,
    fontFamily: displayFont,
    fontSize: "40px",
    lineHeight: 1.05,
    fontWeight: 800,
    fontStretch: "75%",
    color: light.ink,
  };
  const foot = [
    footnote && lines(footnote),
    urls.unsubscribe && link(urls.unsubscribe, translate(msg("Email settings"), locale)),
    link(urls.home, studio.name),
    studio.seller && [studio.seller.name, ...studio.seller.addressLines].join(", "),
    ...studio.legalPages
      .filter((page) => page === "imprint" || page === "privacy")
      .map((page) => link(urls.home + paths.legalPage(page), translate(legalNames[page], locale))),
  ].filter(Boolean);
  return h(
    Html,
    { lang: locale, dir: textDirection(locale) },
    h(
      Head,
      null,
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      h("title", null, subject),
      h("style", null, styleSheet(accent)),
    ),
    h(
      Body,
      { className: "bg", style: { margin: 0 } },
      h(Preview, null, preheader),
      h(
        Container,
        { style: { maxWidth: "600px", padding: "24px 0 0" } },
        studio.brand.logo ? ownLogo(studio.brand.logo, studio.name) : markAndName(studio.name, accent),
        block(24, h(Heading, { as: "h1", className: "title ink", style: title }, heading)),
        ...paragraphs.map((text, place) =>
          h(
            Fragment,
            { key: place },
            block(16, h(Text, { className: "muted", style: { ...large, color: light.muted } }, lines(text!))),
          ),
        ),
        ...(content.body ?? []).map((one, place) => bodyBlock(one, place, urls.home)),
        content.cards && content.cards.length > 0 && cardList(content.cards, urls.home),
        facts.length > 0 && factTable(facts),
        action && urls.action && callToAction(action, urls.action, { locale, accent }),
        h(
          Section,
          { className: "side", style: { padding: "32px 40px" } },
          h(
            Text,
            {
              className: "muted line",
              style: {
                ...small,
                paddingTop: "20px",
                borderTop: `1px solid ${light.line}`,
                color: light.muted,
              },
            },
            foot.map((part, place) => h(Fragment, { key: place }, place > 0 && h("br"), part)),
          ),
        ),
      ),
    ),
  );
}
