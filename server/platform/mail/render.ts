import { render, toPlainText } from "@react-email/render";
import { publishedPages } from "../../../contract/legal-pages.ts";
import type { LegalPageKind } from "../../../contract/legal-pages.ts";
import type { Ctx } from "../../ctx.ts";
import type { Seller } from "../config/seller.ts";
import type { EmailContent } from "./content.ts";
import { layoutOf } from "./layout.ts";

/** What the layout says about the studio. */
export interface EmailStudio {
  readonly name: string;
  readonly seller: Seller | null;
  readonly legalPages: readonly LegalPageKind[];
}

/** The studio as an email of this moment names it. */
export const emailStudioOf = ({ studio, clock }: Pick<Ctx, "studio" | "clock">): EmailStudio => ({
  name: studio.name,
  seller: studio.seller,
  legalPages: publishedPages(studio, clock.now()),
});

/**
 * Renders an email as HTML and as text, both of the same elements.
 * @param publicUrl scheme and host of its links
 */
export async function renderEmail(
  content: EmailContent,
  { locale, publicUrl, studio }: { locale: string; publicUrl: string; studio: EmailStudio },
): Promise<{ html: string; text: string }> {
  const html = await render(
    layoutOf(content, locale, studio, {
      home: publicUrl,
      action: content.action ? publicUrl + content.action.path : null,
      unsubscribe: content.unsubscribePath ? publicUrl + content.unsubscribePath : null,
    }),
  );
  const text = toPlainText(html, {
    wordwrap: false,
    selectors: [
      { selector: "h1", options: { uppercase: false } },
      { selector: "a", options: { linkBrackets: false } },
      {
        selector: "table.fact",
        format: "dataTable",
        options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
      },
    ],
  });
  return { html, text: `${text.trim()}\n` };
}
