/** Origins of a payment gateway: what pages may frame, load code from and speak to. */
export interface PaymentOrigins {
  readonly frame: readonly string[];
  readonly script: readonly string[];
  readonly connect: readonly string[];
}

/** Google Cast's sender script, and the one for the browser's version that it fetches. Paths, since much else lies at that host. */
const castScripts = [
  "https://www.gstatic.com/cv/js/sender/v1/cast_sender.js",
  "https://www.gstatic.com/eureka/clank/",
];

/** Headers of every page. `mediaOrigin`: where media may come from besides this server. `hasCast`: whether televisions are reached by Google Cast. */
export function pageHeaders(
  mediaOrigin: string | null,
  payments: PaymentOrigins | null = null,
  hasCast = false,
): Record<string, string> {
  const also = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join("");
  const media = mediaOrigin ? ` ${mediaOrigin}` : "";
  const policy = {
    "default-src": "'none'",
    "script-src": `'self'${also(payments?.script)}${also(hasCast ? castScripts : [])}`,
    "style-src": "'self'",
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
    "cross-origin-opener-policy": "same-origin",
  };
}
