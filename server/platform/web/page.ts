import {
  routeCodeAttribute,
  type BootData,
  type BuiltFiles,
  type BuiltRoute,
} from "../../../contract/boot.ts";
import { sourceLocale } from "../../../contract/locales.ts";
import { scriptIn, type WebBuild } from "./build.ts";
import { appCodeId, firstViewScript } from "./first-view-script.ts";
import type { InlineCode } from "./headers.ts";

/** Display preferences that affect the first paint; from cookies. */
export interface Look {
  readonly theme: "system" | "room" | "daylight";
  /** Percent. */
  readonly textSize: number;
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Escapes text for HTML, also within quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

export interface PageMeta {
  readonly title: string;
  readonly description: string;
  /** Absolute. */
  readonly url: string;
  readonly imageUrl: string | null;
  /** An upright image of the page, besides the wide one. Absolute. */
  readonly portraitUrl?: string;
  /** A short MP4 about the page. Absolute. */
  readonly videoUrl?: string;
  /** Open Graph type; default `website`. */
  readonly type?: "website" | "profile" | "article" | "video.other";
  /** The image of the catalog that the page shows first, as `thumbnailUrl` gives it, with its `sizes`: fetched before the scripts. */
  readonly firstImage?: { readonly url: string; readonly sizes: string };
  /** schema.org data about the page, as JSON-LD. */
  readonly structuredData?: object;
}

/** Must choose among the same files as `web/ui/picture.tsx`. */
function imagePreload({ url, sizes }: NonNullable<PageMeta["firstImage"]>): string {
  const base = url.replace(/-1280\.webp$/, "");
  const files = [320, 640, 1280].map((width) => `${base}-${width}.webp ${width}w`).join(", ");
  return `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${escapeHtml(files)}" imagesizes="${escapeHtml(sizes)}">`;
}

/** JSON for a script element, where only "<" can end it early. */
function inScript(value: object): string {
  return JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
}

const entryScript = /<script type="module".*?<\/script>/;
const stylesheet = /<link rel="stylesheet"[^>]* href="([^"]+)">/g;

/**
 * Replaces links to the build's style sheets by what the first view needs of them: a first visit has none of them in its cache. The page's
 * script loads the whole sheets with the app's code.
 */
function inlineStyles(
  html: string,
  sheets: Readonly<Record<string, string>>,
): { html: string; styles: string[] } {
  const styles: string[] = [];
  const inlined = html.replaceAll(stylesheet, (link, href: string) => {
    const content = sheets[href];
    if (content === undefined) return link;
    styles.push(content);
    return `<style data-part-of="${href}">${content}</style>`;
  });
  return { html: inlined, styles };
}

/** Renders the page's HTML: inserts preferences, metadata, preloads and boot data into index.html. */
export function renderPage(
  build: WebBuild,
  options: {
    look: Look;
    boot: BootData;
    /** The page's first view, rendered from `boot.firstView`, what it needs of style sheets by their URLs, and its own CSS. */
    firstView: {
      readonly html: string;
      readonly sheets: Readonly<Record<string, string>>;
      readonly style: string;
    } | null;
    route: BuiltRoute | null;
    meta: PageMeta;
    /** The studio's own color and icons, if any. */
    brand: { accent: string | null; icons: ReadonlyMap<string, unknown> };
    isReady: boolean;
  },
): { html: string; inline: InlineCode } {
  const { look, boot, route, meta, brand } = options;
  // React names the images to preload before the HTML; in the head they are found sooner.
  const [, ownImages = "", firstView = ""] =
    /^((?:<link [^>]*>)*)(.*)$/s.exec(options.firstView?.html ?? "") ?? [];
  const images = ownImages || (meta.firstImage ? imagePreload(meta.firstImage) : "");
  const fonts = build.fonts.map(
    (font) => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`,
  );
  const preloadsOf = ({ scripts, styles: sheets }: BuiltFiles): string[] => [
    ...scripts.map(
      (script) =>
        `<link rel="modulepreload" crossorigin href="${scriptIn(build.scriptFolders, boot.locale, script)}">`,
    ),
    ...sheets.map((sheet) => `<link rel="preload" as="style" crossorigin href="${sheet}">`),
  ];
  // The entry's own imports as well, which the browser would find only in the entry.
  const ofEntry = build.routes.entry.scripts;
  const code = [
    ...preloadsOf({ scripts: [...ofEntry, ...(route?.scripts ?? [])], styles: [] }),
    ...(route?.parts ?? []).flatMap(preloadsOf),
  ];
  const laterCode = build.routes.routes
    .filter((other) => other !== route && other.parts.length > 0)
    .flatMap(({ path, scripts, styles, parts: [first, ...rest] }) =>
      [
        [...preloadsOf({ scripts, styles }), ...(first ? preloadsOf(first) : [])],
        ...rest.map(preloadsOf),
      ].map(
        (preloads) => `<template ${routeCodeAttribute}="${escapeHtml(path)}">${preloads.join("")}</template>`,
      ),
    );
  const styles = [
    ...(route?.styles ?? []),
    // Last, so that its colors replace those of the build.
    ...(brand.accent ? [`/brand/${brand.accent.slice(1)}/accent.css`] : []),
  ].map((style) => `<link rel="stylesheet" crossorigin href="${style}">`);
  const tags = [
    `<meta name="description" content="${escapeHtml(meta.description)}">`,
    `<link rel="canonical" href="${escapeHtml(meta.url)}">`,
    `<meta property="og:title" content="${escapeHtml(meta.title)}">`,
    `<meta property="og:description" content="${escapeHtml(meta.description)}">`,
    `<meta property="og:url" content="${escapeHtml(meta.url)}">`,
    `<meta property="og:site_name" content="${escapeHtml(boot.studio.name)}">`,
    `<meta property="og:locale" content="${boot.locale}">`,
    `<meta property="og:type" content="${meta.type ?? "website"}">`,
    `<meta name="twitter:card" content="${meta.imageUrl ? "summary_large_image" : "summary"}">`,
    ...(meta.structuredData
      ? [`<script type="application/ld+json">${inScript(meta.structuredData)}</script>`]
      : []),
    ...(meta.imageUrl ? [`<meta property="og:image" content="${escapeHtml(meta.imageUrl)}">`] : []),
    ...(meta.portraitUrl ? [`<meta property="og:image" content="${escapeHtml(meta.portraitUrl)}">`] : []),
    ...(meta.videoUrl
      ? [
          `<meta property="og:video" content="${escapeHtml(meta.videoUrl)}">`,
          `<meta property="og:video:type" content="video/mp4">`,
        ]
      : []),
  ];
  const data = `<script type="application/json" id="boot">${inScript(boot)}</script>${laterCode.join("")}`;
  let html = (build.html[boot.locale] ?? build.html[sourceLocale])
    .replace(
      'data-theme="system" data-text-size="100"',
      `data-theme="${look.theme}" data-text-size="${look.textSize}"`,
    )
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(meta.title)}</title>`)
    .replace(/<link rel="icon"[^>]*>/, (link) =>
      brand.icons.size > 0 ? '<link rel="icon" href="/favicon.png" type="image/png" />' : link,
    )
    .replace("<!--meta-->", () => tags.join(""))
    // After the common stylesheet, which declares the order of the cascade layers.
    .replace("</head>", () => `${styles.join("")}</head>`);
  if (!firstView) {
    html = html
      .replace("<!--preloads-->", () => [images, ...fonts, ...code].join(""))
      .replace(/<!--loader-->.*?<!--\/loader-->/s, (loader) => (options.isReady ? "" : loader))
      .replace("<!--boot-->", () => data);
    return { html, inline: { scripts: [], styles: [] } };
  }
  html = html.replace(entryScript, (entry) => {
    code.push(entry);
    return "";
  });
  const { sheets, style } = options.firstView ?? { sheets: {}, style: "" };
  const page = inlineStyles(html, sheets);
  html = page.html
    .replace("</head>", () => (style ? `<style>${style}</style></head>` : "</head>"))
    .replace("<!--preloads-->", () => [images, ...fonts].join(""))
    // React takes over what is in the root as it is, so there is nothing else, not even a space.
    .replace(/<div id="root">.*?<!--\/loader-->\s*<\/div>/s, () => `<div id="root">${firstView}</div>`)
    .replace(
      "<!--boot-->",
      () =>
        `${data}<template id="${appCodeId}">${code.join("")}</template><script>${firstViewScript}</script>`,
    );
  return {
    html,
    inline: { scripts: [firstViewScript], styles: [...page.styles, ...(style ? [style] : [])] },
  };
}
