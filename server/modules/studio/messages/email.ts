import { paths } from "../../../../contract/urls.ts";
import { msg, verbatim } from "../../../platform/i18n/messages.ts";
import { isOwnPath } from "../../../../contract/markdown.ts";
import { bodyOf, plainOf } from "../../../platform/mail/markdown.ts";
import type { BodyBlock } from "../../../platform/mail/content.ts";
import { defineEmail } from "../../../platform/mail/template.ts";
import type { ShownCard } from "./cards.ts";
import type { MessageText } from "./content.ts";

const maxPreheader = 150;

/** The path that a message's own links have: the page records that its reader opened it, and leads on. */
const through = (id: string, path: string): string => `${paths.message(id)}?to=${encodeURIComponent(path)}`;

/** The longest address of a link in an email. */
const maxHref = 2000;

/** The blocks of a text whose links to the studio's own pages lead over the message's page. Other links stay. */
const countedBody = (id: string, markdown: string): BodyBlock[] =>
  bodyOf(markdown).map((block) => ({
    ...block,
    spans: block.spans.map((span) => {
      const href = span.href && isOwnPath(span.href) ? through(id, span.href) : span.href;
      return href === undefined || href.length > maxHref ? span : { ...span, href };
    }),
  }));

/** A message of the studio, in its reader's language. Its links lead over the message's page. */
export const messageEmail = defineEmail<{
  id: string;
  text: MessageText;
  cards: readonly ShownCard[];
  unsubscribePath: string;
}>({
  name: "studio.message",
  isOfOthers: true,
  previews: {
    usual: {
      id: "demo",
      text: {
        subject: "Demo: a new course in the library",
        body: "Demo: **Six weeks of house** begin on Monday.\n\n- one class a week\n- [the plan](https://example.test/plan)",
      },
      cards: [
        { kind: "class", id: "demo", title: "Demo: first bounce", detail: "Demo Ana", path: paths.library() },
      ],
      unsubscribePath: "/unsubscribe/demo",
    },
  },
  write: ({ id, text, cards, unsubscribePath }) => ({
    subject: verbatim(text.subject),
    preheader: verbatim(plainOf(text.body).slice(0, maxPreheader)),
    heading: verbatim(text.subject),
    paragraphs: [],
    body: countedBody(id, text.body),
    cards: cards.map(({ title, detail, path }) => ({ title, detail, path: through(id, path) })),
    action: { label: msg("Open it in the studio"), path: paths.message(id) },
    footnote: msg("You get this email because you agreed to news by email."),
    unsubscribePath,
  }),
});
