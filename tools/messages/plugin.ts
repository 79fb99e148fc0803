/**
 * The Vite plugin for Lingui's macros. Messages are compiled into the code that shows them, so that a route loads only its own. A build has
 * each chunk once per language: `assets/` in English, `assets/<locale>-<hash>/` in another. No catalog is loaded at run time.
 * With PSEUDO_LOCALES=1 it has the chunks of the pseudo-locales as well.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { types as t } from "@babel/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { Plugin, Rolldown } from "vite";
import { pseudoLocales, type Locale, type PseudoLocale } from "../../contract/locales.ts";
import { catalogFile, readTranslations, translated } from "./catalogs.ts";
import { pseudo } from "./pseudo.ts";
import { transformMacros, usesMacro } from "./transform.ts";

/** Stands for a message until the chunks are written; a string literal of any kind after minification. */
const markerOf = (id: string): string => `@@message:${id}@@`;
const markers = /(["'`])@@message:([^@]+)@@\1/g;

/** Transforms every file that imports a Lingui macro, and writes the chunks of each language. */
export function messages(): Plugin {
  const sources = new Map<string, string>();
  let isBuild = false;
  return {
    name: "eightcount:messages",
    enforce: "pre",
    configResolved: (config) => void (isBuild = config.command === "build"),
    transform: {
      filter: { id: /\.tsx?(\?|$)/, code: usesMacro },
      async handler(code, id) {
        const result = await transformMacros(code, id.split("?")[0] ?? id, ({ id: key, message }) => {
          if (!isBuild) return t.valueToNode(compileMessageOrThrow(message));
          sources.set(key, message);
          return t.stringLiteral(markerOf(key));
        });
        return result?.code ? { code: result.code, map: result.map as never } : undefined;
      },
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(
          (output): output is Rolldown.OutputChunk => output.type === "chunk",
        );
        const folders: Partial<Record<Locale | PseudoLocale, string>> = {};
        const write = (
          sharing: readonly (Locale | PseudoLocale)[],
          folder: string,
          textOf: (id: string) => string,
        ): void => {
          for (const { code, fileName } of chunks) {
            const source = localized(code, textOf);
            this.emitFile({
              type: "asset",
              fileName: moved(fileName, folder),
              source: inFolder(source, folder),
            });
          }
          const list = bundle["offline-files.json"];
          for (const locale of sharing) {
            folders[locale] = folder;
            if (list?.type === "asset")
              this.emitFile({
                type: "asset",
                fileName: `offline-files.${locale}.json`,
                source: inFolder(String(list.source), folder),
              });
          }
        };
        for (const locale of translated) {
          const translations = readTranslations(locale);
          write(
            [locale],
            `assets/${locale}-${digestOf(locale)}`,
            (id) => translations.get(id) ?? sources.get(id)!,
          );
        }
        if (process.env["PSEUDO_LOCALES"] === "1")
          write(pseudoLocales, "assets/pseudo", (id) => pseudo(sources.get(id)!));
        for (const chunk of chunks) chunk.code = localized(chunk.code, (id) => sources.get(id)!);
        this.emitFile({ type: "asset", fileName: ".meta/locales.json", source: JSON.stringify(folders) });
        /** Names of the chunks in lists of files to preload. */
        function inFolder(text: string, folder: string): string {
          return text.replaceAll(
            /(["'`]\/?)(assets\/[\w.-]+\.js)(?=["'`])/g,
            (whole, start: string, name: string) =>
              chunks.some(({ fileName }) => fileName === name) ? start + moved(name, folder) : whole,
          );
        }
      },
    },
  };
}

const moved = (fileName: string, folder: string): string => fileName.replace(/^assets/, folder);

/** A changed translation changes the folder, since its files are cached forever. */
const digestOf = (locale: Locale): string =>
  createHash("sha256")
    .update(readFileSync(catalogFile(locale)))
    .digest("hex")
    .slice(0, 8);

/** Replaces each marker by the message, compiled, so that the browser needs no parser. */
const localized = (code: string, textOf: (id: string) => string): string =>
  code.replaceAll(markers, (_marker, _quote, id: string) =>
    JSON.stringify(compileMessageOrThrow(textOf(id))),
  );
