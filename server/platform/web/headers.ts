import { createHash } from "node:crypto";

/** Contents of the `script` and `style` elements of a page's HTML. */
export interface InlineCode {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The source expression that allows inline code. */
const hashSource = (code: string): string => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

/** Origins of a payment gateway that pages may frame, load scripts from and connect to. */
export interface PaymentOrigins {
  readonly frame: readonly string[];
  readonly script: readonly string[];
  readonly connect: readonly string[];
}

/** Google Cast's sender script, and the browser-specific one that it loads. Full paths, since that host serves much else. */
const castScripts = [
  "https://www.gstatic.com/cv/js/sender/v1/cast_sender.js",
  "https://www.gstatic.com/eureka/clank/",
];

/**
 * Security headers of every page. `mediaOrigins`: origins of media besides this server. `hasCast`: whether Google Cast is configured.
 * `inline`: the only code that the HTML may hold, allowed by its hashes.
 */
export function pageHeaders(
  mediaOrigins: readonly string[],
  payments: PaymentOrigins | null = null,
  hasCast = false,
  inline: InlineCode = { scripts: [], styles: [] },
): Record<string, string> {
  const also = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join("");
  const media = also(mediaOrigins);
  const policy = {
    "default-src": "'none'",
    "script-src": `'self'${also(inline.scripts.map(hashSource))}${also(payments?.script)}${also(hasCast ? castScripts : [])}`,
    "style-src": `'self'${also(inline.styles.map(hashSource))}`,
    "font-src": "'self'",
    "img-src": `'self' data: blob:${media}`,
    "media-src": `'self' blob:${media}`,
    "connect-src": `'self'${media}${also(payments?.connect)}`,
    ...(payments ? { "frame-src": payments.frame.join(" ") } : {}),
    "worker-src": "'self' blob:",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };
  return {
    "content-security-policy": Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join("; "),
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy":
      "camera=(self), microphone=(self), display-capture=(self), fullscreen=(self), geolocation=(), payment=(self)",
    // A wallet's window answers the page that opened it.
    "cross-origin-opener-policy": payments ? "same-origin-allow-popups" : "same-origin",
  };
}
