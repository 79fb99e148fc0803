/** What a person drops or chooses: videos, the files beside them, and tables. No React. */

/** A song as a sidecar names it. */
type NamedSong = { title: string; artist: string | null; isrc: string | null };
/** What the files beside a video say of it. */
export type Sidecar = {
  title: string | null;
  description: string | null;
  videoId: string | null;
  recordedAt: string | null;
  song: NamedSong | null;
};
/** A video on this device, with the files beside it. */
export type LocalVideo = {
  readonly file: File;
  /** Path of its folder, below the one that was chosen. */
  readonly folder: string;
  readonly captions: readonly { file: File; language: string | null }[];
  readonly image: File | null;
  readonly texts: readonly File[];
};
/** What was chosen, sorted. */
export type LocalFiles = {
  readonly videos: readonly LocalVideo[];
  /** CSV files. */
  readonly tables: readonly File[];
  /** How many files are neither, nor belong to a video. */
  readonly unusedCount: number;
  /** Name of the folder; null for single files. */
  readonly folderName: string | null;
};
/** A file, and the path by which it was chosen. */
export type PathedFile = { readonly file: File; readonly path: string };

const videoName = /\.(?:mp4|m4v|mov|qt|mkv|webm|3gp|3g2)$/i;
const captionName = /^(.*?)(?:\.([a-z]{2,3}(?:-[a-z0-9]{2,8})*))?\.(?:vtt|srt|ass|ssa)$/i;
const imageName = /^(.*?)(?:-(?:poster|thumb|thumbnail))?\.(?:jpe?g|png|webp)$/i;
const textName = /^(.*?)(?:\.info)?\.(?:txt|md|json|description)$/i;
const tableName = /\.(?:csv|tsv)$/i;
const hiddenName = /(?:^|\/)(?:\.|__MACOSX|Thumbs\.db|desktop\.ini)/i;

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const stemOf = (name: string): string => name.replace(/\.[^.]+$/, "");
const keyOf = (folder: string, stem: string): string => `${folder}/${stem}`.toLowerCase().normalize("NFC");

/** Sorts files into videos with their sidecars, which have the same name in the same folder, and tables. */
export function sortFiles(chosen: readonly PathedFile[]): LocalFiles {
  const files = chosen.filter(({ path }) => !hiddenName.test(path));
  const roots = new Set(files.map(({ path }) => path.split("/", 1)[0]));
  const folderName =
    roots.size === 1 && files.every(({ path }) => path.includes("/")) ? [...roots][0]! : null;
  const relative = (path: string) => (folderName === null ? path : path.slice(folderName.length + 1));
  const videos = new Map<
    string,
    {
      file: File;
      folder: string;
      captions: { file: File; language: string | null }[];
      image: File | null;
      texts: File[];
    }
  >();
  for (const { file, path } of files)
    if (videoName.test(path)) {
      const folder = folderOf(relative(path));
      // A folder may have two videos of one name: the first has the sidecars.
      const key = keyOf(folder, stemOf(file.name));
      videos.set(videos.has(key) ? keyOf(folder, file.name) : key, {
        file,
        folder: folderOf(path),
        captions: [],
        image: null,
        texts: [],
      });
    }
  const tables: File[] = [];
  let unusedCount = 0;
  for (const { file, path } of files) {
    if (videoName.test(path)) continue;
    const name = nameOf(path);
    const of = (stem: string | undefined) =>
      stem === undefined ? undefined : videos.get(keyOf(folderOf(relative(path)), stem));
    const [captions, image, text] = [captionName.exec(name), imageName.exec(name), textName.exec(name)];
    // A name that ends like a language may be a whole name.
    const captioned = of(captions?.[1]) ?? of(captions ? stemOf(name) : undefined);
    if (captions && captioned)
      captioned.captions.push({
        file,
        language: of(captions[1]) ? (captions[2]?.toLowerCase() ?? null) : null,
      });
    else if (image && of(image[1])) of(image[1])!.image ??= file;
    else if (text && of(text[1])) of(text[1])!.texts.push(file);
    else if (tableName.test(name)) tables.push(file);
    else unusedCount += 1;
  }
  return { videos: [...videos.values()], tables, unusedCount, folderName };
}

/** Files chosen by an input, with paths where a folder was chosen. */
export const filesOf = (list: FileList | null): PathedFile[] =>
  [...(list ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));

/** Files that were dropped, with those of folders and their subfolders. Must be called while the event is handled. */
export async function droppedFiles(data: DataTransfer): Promise<PathedFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: PathedFile[] = [];
  const open = [...entries];
  for (let entry = open.shift(); entry; entry = open.shift()) {
    const path = entry.fullPath.replace(/^\//, "");
    if (isFile(entry)) {
      const read = entry;
      found.push({ file: await new Promise((done, fail) => read.file(done, fail)), path });
    } else if (isFolder(entry)) {
      const reader = entry.createReader();
      // A reader gives at most a hundred at once.
      for (;;) {
        const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
        if (some.length === 0) break;
        open.push(...some);
      }
    }
  }
  return found;
}
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const edgeBytes = 1024 * 1024;

/** SHA-256 of a file's size, first and last MiB, hexadecimal: it tells videos apart without reading them whole. */
export async function fingerprintOf(file: Blob): Promise<string> {
  const edges = new Blob([
    String(file.size),
    file.slice(0, edgeBytes),
    file.slice(Math.max(0, file.size - edgeBytes)),
  ]);
  const hash = await crypto.subtle.digest("SHA-256", await edges.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Characters of a text that a class can have. */
const maxText = 2000;
/** Bytes of a text that are read: more than its characters need, and all of what yt-dlp writes. */
const maxTextBytes = 64 * 1024;
const maxJsonBytes = 8 * 1024 * 1024;

/** A text without control characters and halves of emoji, which the server refuses. */
export const cleanText = (text: string): string => text.replaceAll(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, "");

const textOf = (value: unknown): string | null =>
  (typeof value === "string" && cleanText(value.trim().slice(0, maxText)).trim()) || null;

/** The beginning of a text in UTF-8, or in UTF-16 with a byte order mark. */
async function readStart(file: File, maxBytes: number): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, maxBytes).arrayBuffer());
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe ? "utf-16be" : "utf-8";
  return new TextDecoder(mark).decode(bytes);
}

/** A day that yt-dlp writes as eight digits; null for one that isn't in the calendar. */
function readDay(text: string | null): string | null {
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? "");
  const at = new Date(day ? `${day[1]}-${day[2]}-${day[3]}T00:00:00Z` : Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** What the texts beside a video say: a description, or what yt-dlp wrote of it. */
export async function readSidecar({ texts }: Pick<LocalVideo, "texts">): Promise<Sidecar> {
  const said: Sidecar = { title: null, description: null, videoId: null, recordedAt: null, song: null };
  for (const file of texts) {
    const isJson = /\.json$/i.test(file.name);
    const text = await readStart(file, isJson ? maxJsonBytes : maxTextBytes);
    if (!isJson) {
      said.description ??= textOf(text);
      continue;
    }
    const found = parse(text);
    said.title ??= textOf(found["title"]);
    said.description ??= textOf(found["description"]);
    said.videoId ??= textOf(found["id"]);
    said.recordedAt ??= readDay(textOf(found["upload_date"]));
    const [title, artist] = [textOf(found["track"]), textOf(found["artist"])];
    const isrc = textOf(found["isrc"]);
    if (title || isrc) said.song ??= { title: title ?? "", artist, isrc };
  }
  return said;
}

/** A file that isn't JSON says nothing. */
function parse(text: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
