import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { BootData, BootResult } from "../../contract/boot.ts";
import type { Ctx } from "../ctx.ts";
import { previewImage, readImage } from "../modules/media/index.ts";
import type { GraphqlEngine } from "../platform/graphql/endpoint.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { readFirstViews } from "../platform/web/build.ts";
import type { WebBuild } from "../platform/web/build.ts";
import { stylesFor } from "../platform/web/style-rules.ts";

/** What a page shows before any script has run. */
export interface FirstView {
  readonly html: string;
  /** What it needs of the build's style sheets, by their URLs. */
  readonly sheets: Readonly<Record<string, string>>;
  /** CSS that shows a preview behind the view's first image until that is loaded; empty without one. */
  readonly style: string;
  readonly result: BootResult;
}

/** How long a page waits for the data of its first view, in milliseconds. A later page has them. */
const patienceMs = 300;
/** Visitors share the data for this long, in milliseconds; then one of them has them read again. */
const freshMs = 5_000;
/** Until then the others get the former data, unless they are older than this, in milliseconds. */
const usableMs = 60_000;

/** A render, kept by its input. `html` is null if it failed or shows nothing. */
interface Render {
  html: string | null;
  sheets: FirstView["sheets"];
  /** Empty until the preview is drawn. */
  style: string;
}

/** The image that a view shows first, of the catalog's: the path of its middle size, and its name without a size. */
const firstImage = /<img src="[^"]*(\/pictures\/([\w/-]+)-640\.webp)"[^>]* fetchPriority="high"[^>]*>/;
const preload = /<link rel="preload" as="image"[^>]*>/g;

/** Data URLs of previews by the names of their images, which change with their content. Failures aren't kept. */
type Previews = LRUCache<string, string, Ctx>;

/** Draws the preview of an image. @returns its data URL; undefined if the image can't be read */
async function drawPreview(ctx: Ctx, name: string): Promise<string | undefined> {
  // Its largest size: browsers count a smaller image for less than the one that comes later.
  const content = await readImage(ctx, `${name}-1280.webp`);
  const preview = content && (await previewImage(content));
  if (!preview || typeof preview === "string") return undefined;
  return `data:image/avif;base64,${Buffer.from(preview).toString("base64")}`;
}

/**
 * Shows a preview of the view's first image behind it. The image itself is then less urgent than fonts and code.
 * @returns null if it has none, or it can't be read
 */
async function withPreview(
  ctx: Ctx,
  html: string,
  previews: Previews,
): Promise<Pick<Render, "html" | "style"> | null> {
  const [image = "", path = "", name] = firstImage.exec(html) ?? [];
  const data = name === undefined ? undefined : await previews.fetch(name, { context: ctx });
  if (data === undefined) return null;
  return {
    html: html
      .replaceAll(preload, (link) => (link.includes(path) ? "" : link))
      .replace(image, image.replace('fetchPriority="high"', 'fetchPriority="low"')),
    style: `img[src$="${path}"]{background:url(${data}) var(--image-at,center)/cover}`,
  };
}

/** Data that visitors share: of the newest read, which may still run, and of the one before. */
interface Shared {
  readonly readAt: number;
  readonly reading: Promise<BootResult | null>;
  former: { readonly readAt: number; readonly result: BootResult } | null;
}

/** The data of a key: shared while they are fresh, and the former ones while a read runs. */
async function share(
  data: LRUCache<string, Shared>,
  key: string,
  read: () => Promise<BootResult | null>,
): Promise<BootResult | null> {
  const now = performance.now();
  let shared = data.get(key);
  if (!shared || now - shared.readAt > freshMs) {
    const next: Shared = { readAt: now, reading: read(), former: shared?.former ?? null };
    void next.reading.then((result) => {
      next.former = result && { readAt: now, result };
    });
    data.set(key, next);
    shared = next;
  }
  const { former, reading } = shared;
  return former && now - former.readAt < usableMs ? former.result : reading;
}

/**
 * Renders the first views of visitors without a session, who all get the same one. A page without it shows the loader.
 * @returns null if there is nothing to show, the data aren't here in time, or rendering failed, which is logged once
 */
export function createFirstViews(options: {
  readonly build: WebBuild;
  readonly graphql: GraphqlEngine;
  readonly log: Log;
  readonly metrics: Metrics | null;
}): (
  query: Omit<BootResult, "data">,
  page: { ctx: Ctx; pathname: string; boot: BootData },
) => Promise<FirstView | null> {
  const { graphql, log, metrics } = options;
  const modules = readFirstViews(options.build);
  const data = new LRUCache<string, Shared>({ max: 200 });
  // A render depends on nothing but its input, so that it never has to be dropped.
  const renders = new LRUCache<string, Render>({ max: 100 });
  const previews: Previews = new LRUCache({
    max: 50,
    fetchMethod: (name, _former, { context }) => drawPreview(context, name),
  });
  let hasFailed = false;
  const fail = (err: unknown): null => {
    if (!hasFailed) log.error({ err }, "A first view failed. Pages show the loader instead");
    hasFailed = true;
    metrics?.recordFirstView("failed");
    return null;
  };

  // In advance, so that no visitor waits for code.
  for (const load of Object.values(modules)) load().catch(fail);

  const find = async (query: Omit<BootResult, "data">, ctx: Ctx): Promise<BootResult | null> => {
    const { data: found, errors } = await graphql.executeTrusted(query.operationName, query.variables, ctx);
    return errors || !found ? null : { ...query, data: found };
  };

  const addPreview = async (ctx: Ctx, view: Render, html: string): Promise<void> => {
    try {
      Object.assign(view, await withPreview(ctx, html, previews));
    } catch (err) {
      log.warn({ err }, "A first view has no preview of its image");
    }
  };

  return async (query, { ctx, pathname, boot }) => {
    const loadModule = modules[boot.locale];
    if (!loadModule) return null;
    const key = JSON.stringify([query, boot.locale, ctx.publicUrl]);
    const finding = share(data, key, () => find(query, ctx).catch(fail));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, patienceMs, null);
    });
    try {
      const ready = Promise.all([finding, loadModule()]);
      const found = await Promise.race([ready, late]);
      if (!found) ready.catch(fail);
      if (!found?.[0]) {
        metrics?.recordFirstView("skipped");
        return null;
      }
      const [result, render] = found;
      // Nothing of one visitor: neither token nor place nor consent.
      const shared: BootData = {
        ...boot,
        collector: null,
        consent: { regime: "opt_in", countryCode: null, refusedByBrowser: false, choice: null },
        accessToken: null,
        ipLocation: null,
        firstView: result,
      };
      const input = createHash("sha256")
        .update(JSON.stringify([pathname, shared]))
        .digest("base64");
      const known = renders.get(input);
      const view: Render = known ?? { html: null, sheets: {}, style: "" };
      if (!known) {
        // A failing input isn't tried again.
        renders.set(input, view);
        const html = render(shared, pathname);
        view.html = html;
        if (html !== null) {
          view.sheets = Object.fromEntries(
            Object.entries(options.build.styleRules).map(([url, rules]) => [url, stylesFor(rules, html)]),
          );
          await Promise.race([addPreview(ctx, view, html), late]);
        }
      }
      const { html, sheets, style } = view;
      metrics?.recordFirstView(html === null ? "skipped" : known ? "shared" : "rendered");
      return html === null ? null : { html, sheets, style, result };
    } catch (error) {
      return fail(error);
    } finally {
      clearTimeout(timer);
    }
  };
}
