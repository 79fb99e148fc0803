import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import PDFDocument from "pdfkit";

// PDF standard fonts cover only Western European text, and render in a thirtieth of the time.
const builtIn = { plain: "Helvetica", bold: "Helvetica-Bold" } as const;
const isWestern = (text: string): boolean => /^[\n\u0020-\u007e\u00a0-\u00ff\u20ac]*$/.test(text);
const fontFolder = join(dirname(createRequire(import.meta.url).resolve("@embedpdf/fonts-latin")), "../fonts");
/**
 * Noto Sans covers Latin, Greek and Cyrillic text and currency symbols. The glyphs in use are embedded as a
 * subset.
 */
const embedded = {
  plain: join(fontFolder, "NotoSans-Regular.ttf"),
  bold: join(fontFolder, "NotoSans-Bold.ttf"),
} as const;

/** Removes characters that no available font covers, such as emoji and other scripts. */
const drawable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Sc}\p{Zs}\n+=<>|]/gu, "")
    .replaceAll(/ {2,}/g, " ")
    .trim();

const edge = 56;
const amountWidth = 120;

/** A part of a page: text, a row of a name and an amount, or a line across. */
export type PagePart =
  | { readonly kind: "text" | "heading"; readonly text: string }
  | { readonly kind: "row"; readonly name: string; readonly value: string; readonly isStrong?: boolean }
  | { readonly kind: "rule" | "gap" };

/** Draws an A4 PDF of parts from top to bottom, with as many pages as needed. */
export function drawPages(page: {
  readonly title: string;
  /** Language of the text, which screen readers read it in. */
  readonly locale: string;
  /** In large type at the top, and the document's author. */
  readonly issuer: string;
  readonly createdAt: Date;
  readonly parts: readonly PagePart[];
}): Promise<Buffer> {
  const clean = page.parts.map((part) => {
    if (part.kind === "row") return { ...part, name: drawable(part.name), value: drawable(part.value) };
    return "text" in part ? { ...part, text: drawable(part.text) } : part;
  });
  const allText = clean.map((part) =>
    part.kind === "row" ? `${part.name}\n${part.value}` : "text" in part ? part.text : "",
  );
  const fonts = isWestern([page.issuer, ...allText].join("\n")) ? builtIn : embedded;
  const document = new PDFDocument({
    size: "A4",
    margin: edge,
    info: {
      Title: page.title,
      Author: page.issuer,
      CreationDate: page.createdAt,
      ModDate: page.createdAt,
    },
    lang: page.locale,
    displayTitle: true,
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
  const right = document.page.width - edge;
  const width = right - edge;
  const row = (name: string, value: string, isStrong: boolean) => {
    document.font(isStrong ? fonts.bold : fonts.plain).fontSize(11);
    const nameWidth = width - amountWidth - 16;
    const height = document.heightOfString(name, { width: nameWidth });
    if (document.y + height > document.page.height - edge) document.addPage();
    const { y } = document;
    document.text(name, edge, y, { width: nameWidth });
    document.text(value, right - amountWidth, y, { width: amountWidth, align: "right" });
    document.y = y + height + 6;
  };
  const draw = (part: PagePart) => {
    switch (part.kind) {
      case "heading":
        document.font(fonts.bold).fontSize(16).text(part.text, edge, document.y, { width });
        return document.moveDown(0.5);
      case "text":
        return document.font(fonts.plain).fontSize(11).text(part.text, edge, document.y, { width });
      case "row":
        return row(part.name, part.value, part.isStrong ?? false);
      case "gap":
        return document.font(fonts.plain).fontSize(11).moveDown(1.5);
      case "rule": {
        document
          .moveTo(edge, document.y)
          .lineTo(right, document.y)
          .lineWidth(0.5)
          .strokeColor("#999999")
          .stroke();
        document.y += 10;
      }
    }
  };
  document.font(fonts.bold).fontSize(22).fillColor("#1d1916").text(drawable(page.issuer), edge, edge);
  for (const part of clean) draw(part);
  document.end();
  return done;
}
