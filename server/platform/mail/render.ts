import { render, toPlainText } from "@react-email/render";
import { publishedPages } from "../../../contract/legal-pages.ts";
import type { LegalPageKind } from "../../../contract/legal-pages.ts";
import type { Ctx } from "../../ctx.ts";
import type { Seller } from "../config/seller.ts";
import type { EmailContent } from "./content.ts";
import type { Attachment } from "./attachments.ts";
import { layoutOf, logoId } from "./layout.ts";

/** What the layout says about the studio. */
export interface EmailStudio {
  readonly name: string;
  readonly seller: Seller | null;
  readonly legalPages: readonly LegalPageKind[];
  readonly brand: EmailBrand;
}

/** An image that goes with an email. Sizes in pixels. */
export interface EmailImage {
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
}
/** The studio's own color and logo; null for the product's. */
export interface EmailBrand {
  /** Such as #ff9a62. */
  readonly accent: string | null;
  readonly logo: { readonly light: EmailImage; readonly dark: EmailImage } | null;
}

/** The studio as an email of this moment names it. */
export const emailStudioOf = ({ studio, clock }: Pick<Ctx, "studio" | "clock">): EmailStudio => ({
  name: studio.name,
  seller: studio.seller,
  legalPages: publishedPages(studio, clock.now()),
  brand: studio.brand,
});

/** Images of the layout: shown by it, and never as attachments. */
export const inlineImagesOf = ({ logo }: EmailBrand): Attachment[] =>
  (logo ? (["light", "dark"] as const) : []).map((theme) => ({
    name: `${logoId(theme)}.png`,
    type: "image/png",
    content: logo![theme].content,
    contentId: logoId(theme),
  }));

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
