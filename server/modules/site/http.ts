import { directionOf, requestedLocale } from "../../../contract/locales.ts";
import { paths, sharedVideoPath } from "../../../contract/urls.ts";
import { msg, translate, type Message } from "../../platform/i18n/messages.ts";
import type { HttpRoutes } from "../../platform/module.ts";

/** The ground of the dark theme, behind the icon while the installed app starts. */
const ground = "#100a0e";
const icon = (src: string, sizes: string, more: object = {}) => ({ src, sizes, type: "image/png", ...more });
/** Screenshots for the browser's install dialog; `npm run look -- --screenshots` takes them. */
const screenshots = [
  { src: "/screenshots/controls-narrow.jpg", sizes: "780x1688", form_factor: "narrow" },
  { src: "/screenshots/dancing-narrow.jpg", sizes: "780x1688", form_factor: "narrow" },
  { src: "/screenshots/controls-wide.jpg", sizes: "1280x800", form_factor: "wide" },
  { src: "/screenshots/dancing-wide.jpg", sizes: "1280x800", form_factor: "wide" },
];

/** Routes of the studio: /manifest.webmanifest, by which browsers install the app under the studio's name. */
export async function registerSite({ server, ctx }: HttpRoutes): Promise<void> {
  const { isProduction, smtpUrl } = ctx.config;
  const { gateways, owners } = ctx.ports;
  if (isProduction) {
    if (!smtpUrl) ctx.log.warn("No email is sent until SMTP_URL is set");
    if (!gateways.current && !owners.find(gateways.provider)?.subscribe)
      ctx.log.warn("Nothing can be sold until a payment provider is configured");
    if (!ctx.studio.seller) ctx.log.warn("Nothing can be sold until the studio's settings name a seller");
    if (!ctx.studio.isOpen)
      ctx.log.warn(`The studio isn't open: an admin opens it at ${paths.studioOpening()}`);
  }
  server.get("/manifest.webmanifest", async (request, reply) => {
    const { name, shortName, about, brand } = ctx.studio;
    const locale = requestedLocale(request.headers);
    const text = (message: Message): string => translate(message, locale);
    return reply
      .header("cache-control", "no-cache")
      .header("vary", "accept-language, cookie")
      .type("application/manifest+json")
      .send(
        JSON.stringify({
          name,
          short_name: shortName,
          description: about?.slice(0, 300) ?? text(msg("Dance classes, counted in eights.")),
          lang: locale,
          dir: directionOf(locale),
          id: "/",
          start_url: paths.dashboard(),
          scope: "/",
          display: "standalone",
          background_color: ground,
          theme_color: ground,
          shortcuts: [
            { name: text(msg("Today’s set")), url: paths.dashboard() },
            { name: text(msg("Library")), url: paths.library() },
            { name: text(msg("Downloads")), url: paths.onDevice() },
          ],
          // The service worker takes the video: it never reaches the server before its owner presses Share.
          share_target: {
            action: sharedVideoPath,
            method: "POST",
            enctype: "multipart/form-data",
            params: { files: [{ name: "video", accept: ["video/*", ".mkv", ".mov"] }] },
          },
          screenshots: screenshots.map((one) => ({
            ...one,
            type: "image/jpeg",
            label: text(msg("A class in the player")),
          })),
          icons: [
            icon("/icon-192.png", "192x192"),
            icon("/icon-512.png", "512x512"),
            icon("/icon-maskable-512.png", "512x512", { purpose: "maskable" }),
            ...(brand.icons.size === 0 ? [{ src: "/mark.svg", sizes: "any", type: "image/svg+xml" }] : []),
          ],
        }),
      );
  });
}
