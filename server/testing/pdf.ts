import { inflateSync } from "node:zlib";

/** The decompressed streams of a PDF; empty for what isn't compressed by Flate. */
export const streamsOf = (pdf: Buffer): string[] =>
  [...pdf.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, part]) => {
    try {
      return inflateSync(Buffer.from(part!, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });

/** The lines that a PDF shows in its built-in fonts. */
export const linesOf = (pdf: Buffer): string[] =>
  streamsOf(pdf).flatMap((part) =>
    [...part.matchAll(/\[(.*?)\] TJ/g)].map(([, pieces]) =>
      [...pieces!.matchAll(/<([0-9a-f]+)>/gi)]
        .map(([, hex]) => Buffer.from(hex!, "hex").toString("latin1"))
        .join(""),
    ),
  );
