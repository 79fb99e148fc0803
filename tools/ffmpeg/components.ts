/** Which parts of ffmpeg the image's build has, and which ones the code names. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { probeFlags, soundFlags, sourceFlags } from "../../server/modules/media/pipeline/hardening.ts";
import { literalsOf } from "../boundaries/literals.ts";

const kinds = ["protocol", "demuxer", "muxer", "decoder", "encoder", "filter"] as const;
/** A kind of ffmpeg's parts. */
export type Kind = (typeof kinds)[number];
/** Names as in ffmpeg's options and lists. */
export type Components = Readonly<Record<Kind, ReadonlySet<string>>>;

/** Names for ffmpeg's configure that differ from those in its options. */
const otherNames: Readonly<Partial<Record<Kind, Readonly<Record<string, readonly string[]>>>>> = {
  demuxer: {
    mov: ["mov", "mp4", "m4a", "3gp", "3g2", "mj2"],
    matroska: ["matroska", "webm"],
    pcm_s16le: ["s16le"],
    image_jpeg_pipe: ["jpeg_pipe"],
    image_png_pipe: ["png_pipe"],
    image_webp_pipe: ["webp_pipe"],
  },
  muxer: { pcm_s16le: ["s16le"], pcm_f32le: ["f32le"] },
  decoder: { movtext: ["mov_text"] },
  encoder: { libaom_av1: ["libaom-av1"] },
};

/** The parts that ops/ffmpeg/build.sh enables. */
export function enabledComponents(root: string): Components {
  const script = readFileSync(join(root, "ops/ffmpeg/build.sh"), "utf8");
  return componentsBy((kind) => {
    const list = new RegExp(`^${kind}s="([^"]+)"`, "m").exec(script)?.[1];
    if (!list) throw new Error(`ops/ffmpeg/build.sh has no list of ${kind}s`);
    return list.split(/\s+/).flatMap((name) => otherNames[kind]?.[name] ?? [name]);
  });
}

const componentsBy = (namesOf: (kind: Kind) => Iterable<string>): Components =>
  Object.fromEntries(kinds.map((kind) => [kind, new Set(namesOf(kind))])) as Record<Kind, Set<string>>;

/** Encoders that ffmpeg takes for a muxer by itself. */
const encodersOfMuxers: Readonly<Record<string, readonly string[]>> = {
  image2: ["mjpeg"],
  rawvideo: ["rawvideo"],
  s16le: ["pcm_s16le"],
  f32le: ["pcm_f32le"],
  null: ["wrapped_avframe", "pcm_s16le"],
};

const graphOption = /^-(?:vf|af|lavfi|filter_complex)$/;
const graphInWords = /(?:^|\s)-(?:vf|af|lavfi|filter_complex)\s(\S+)/;

/**
 * The parts of ffmpeg that the server and the demo name in their arguments.
 * @param filters names of all filters of some ffmpeg
 */
export function namedComponents(root: string, filters: ReadonlySet<string>): Components {
  const found = componentsBy(() => []) as Record<Kind, Set<string>>;
  const add = (kind: Kind, names: Iterable<string>) => {
    for (const name of names) found[kind].add(name);
  };
  for (const file of globSync(["server/modules/media/**/*.ts", "demo/**/*.ts"], { cwd: root })) {
    if (/\.test\.ts$|\/testing\.ts$/.test(file)) continue;
    const literals = literalsOf(root, file).map(({ text }) => text);
    for (const [index, text] of literals.entries()) {
      add("filter", filtersIn(text, filters, graphOption.test(literals[index - 1] ?? "")));
      const [, graph] = graphInWords.exec(text) ?? [];
      if (graph) add("filter", filtersIn(graph, filters, true));
    }
    // An option and its value are two elements of an array, or words of one text.
    const words = ` ${literals.join(" ")} `;
    add("encoder", valuesOf(words, /(?<!\/bin\/sh )-c(?::[va])?/).difference(new Set(["copy"])));
    add("muxer", valuesOf(words, /-f/).difference(new Set(["concat"])));
    add("demuxer", valuesOf(words, /-f/, /(?: (?!-f |-i )\S+){0,9} -i /));
    for (const name of valuesOf(words, /-protocol_whitelist/)) add("protocol", name.split(","));
    const images = /format: "(\w+)", decoder: "(\w+)"/g;
    for (const [, format, decoder] of readFileSync(join(root, file), "utf8").matchAll(images)) {
      add("demuxer", [format!]);
      add("decoder", [decoder!]);
    }
  }
  for (const flags of [sourceFlags, soundFlags, probeFlags]) {
    const listAfter = (flag: string) => flags[flags.indexOf(flag) + 1]!.split(",");
    add("demuxer", listAfter("-format_whitelist"));
    add("decoder", listAfter("-codec_whitelist"));
  }
  for (const muxer of found.muxer) add("encoder", encodersOfMuxers[muxer] ?? []);
  if (found.demuxer.has("rawvideo")) add("decoder", ["rawvideo"]);
  return found;
}

/** Values of an option in a text of words, if they are written there, and `after` follows. */
function valuesOf(words: string, option: RegExp, after = /(?= )/): Set<string> {
  const pattern = new RegExp(`(?<= )${option.source} ([\\w,-]+)(?=${after.source})`, "g");
  return new Set([...words.matchAll(pattern)].map(([, value]) => value!));
}

/** Filters in a text that may be a part of a filter graph, or is a whole one: only there a filter may stand alone. */
function filtersIn(text: string, filters: ReadonlySet<string>, isGraph: boolean): string[] {
  // Quoted expressions have commas of their own.
  const graph = text.replaceAll(/'[^']*'/g, "");
  const named = [
    ...graph.matchAll(/(?<=^|[,;\]\s])(\w+)=/g),
    ...graph.matchAll(/(?<=\])(\w+)(?=[[,;\s\0]|$)/g),
    ...graph.matchAll(isGraph ? /(?<=^|[,;])(\w+)(?=[,;[]|$)/g : /(?<=^|,)(\w+)(?=,)/g),
  ];
  return named.map(([, name]) => name!).filter((name) => filters.has(name));
}
