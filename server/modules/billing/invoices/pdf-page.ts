import PDFDocument from "pdfkit";
import { createTypesetter } from "./pdf-lines.ts";
import type { Line } from "./pdf-lines.ts";

const edge = 56;
const amountWidth = 120;
/** Points. */
const maxLogo = { width: 200, height: 44 };

interface Style {
  /** Points. */
  readonly size: number;
  readonly isBold: boolean;
  /** Width of a line in points; the page's without its margins if it isn't given. */
  readonly within?: number;
}

/** A PNG. Its size in pixels. */
export interface PdfImage {
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A part of a page: text, a row of a name and an amount, or a line across. */
export type PagePart =
  | { readonly kind: "text" | "heading"; readonly text: string }
  | { readonly kind: "row"; readonly name: string; readonly value: string; readonly isStrong?: boolean }
  | { readonly kind: "rule" | "gap" };

/**
 * Draws an A4 PDF of parts from top to bottom, with as many pages as needed. Texts may be in any script: see
 * pdf-fonts.ts for those that have a font.
 */
export async function drawPages(page: {
  readonly title: string;
  /** Language of the text, which screen readers read it in. */
  readonly locale: string;
  /** ISO code of the buyer's country, for the look of Han characters; null if it is unknown. */
  readonly country: string | null;
  /** In large type at the top, and the document's author. */
  readonly issuer: string;
  readonly createdAt: Date;
  /** Above the issuer; null without one. */
  readonly logo: PdfImage | null;
  readonly parts: readonly PagePart[];
}): Promise<Buffer> {
  const texts = page.parts.flatMap((part) => {
    if (part.kind === "row")
      return [part.name, part.value].map((text) => ({ text, isBold: part.isStrong ?? false }));
    return "text" in part ? [{ text: part.text, isBold: part.kind === "heading" }] : [];
  });
  const typesetter = await createTypesetter([{ text: page.issuer, isBold: true }, ...texts], page.country);
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
  for (const [name, font] of typesetter.fonts) document.registerFont(name, font as unknown as Buffer);
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
  const right = document.page.width - edge;
  const bottom = document.page.height - edge;
  const width = right - edge;
  // Shaped as a whole: a run has one font, and spaces of right-to-left text are runs of their own.
  const features: PDFKit.Mixins.OpenTypeFeatures[] = [];
  const measure = ({ text, font }: { text: string; font: string }, size: number): number =>
    document.font(font).fontSize(size).widthOfString(text, { features });
  const linesOf = (text: string, { size, isBold, within = width }: Style): Line[] =>
    typesetter.lines(text, isBold, within, (run) => measure(run, size));
  const drawLine = (line: Line, x: number, y: number, size: number): void => {
    let at = x;
    for (const run of line) {
      const runWidth = measure(run, size);
      if (run.actual) document.markContent("Span", { actual: run.actual });
      document.text(run.text, at, y + typesetter.metrics.baseline * size, {
        lineBreak: false,
        baseline: "alphabetic",
        features,
      });
      if (run.actual) document.endMarkedContent();
      at += runWidth;
    }
  };
  let y = edge;
  /** Draws lines from `y` on, on a new page where one ends. */
  const drawLines = (
    lines: readonly Line[],
    { size }: Style,
    xOf: (line: Line) => number = () => edge,
  ): void => {
    const height = typesetter.metrics.line * size;
    for (const line of lines) {
      if (y + height > bottom) {
        document.addPage();
        y = edge;
      }
      drawLine(line, xOf(line), y, size);
      y += height;
    }
  };
  const drawText = (text: string, style: Style): void => drawLines(linesOf(text, style), style);
  const row = (name: string, value: string, isBold: boolean): void => {
    const style = { size: 11, isBold };
    const names = linesOf(name, { ...style, within: width - amountWidth - 16 });
    const values = linesOf(value, { ...style, within: amountWidth });
    const height = typesetter.metrics.line * style.size;
    if (y + height * Math.max(names.length, values.length) > bottom) {
      document.addPage();
      y = edge;
    }
    const top = y;
    drawLines(values, style, (line) => right - line.reduce((sum, run) => sum + measure(run, style.size), 0));
    const valuesEnd = y;
    y = top;
    drawLines(names, style);
    y = Math.max(y, valuesEnd) + 6;
  };
  const draw = (part: PagePart): void => {
    switch (part.kind) {
      case "heading":
        drawText(part.text, { size: 16, isBold: true });
        y += 8 * typesetter.metrics.line;
        return;
      case "text":
        return drawText(part.text, { size: 11, isBold: false });
      case "row":
        return row(part.name, part.value, part.isStrong ?? false);
      case "gap":
        y += 16.5 * typesetter.metrics.line;
        return;
      case "rule":
        document.moveTo(edge, y).lineTo(right, y).lineWidth(0.5).strokeColor("#999999").stroke();
        y += 10;
    }
  };
  document.fillColor("#1d1916");
  if (page.logo) {
    const { content, width, height } = page.logo;
    const factor = Math.min(maxLogo.width / width, maxLogo.height / height);
    document.image(content, edge, y, { width: width * factor, height: height * factor });
    y += height * factor + 14;
  }
  drawText(page.issuer, { size: 22, isBold: true });
  for (const part of page.parts) draw(part);
  document.end();
  return done;
}
