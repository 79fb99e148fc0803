/** Headers of every page. `origins`: where media may come from besides this server. */
export function pageHeaders(mediaOrigin: string | null): Record<string, string> {
  const media = mediaOrigin ? ` ${mediaOrigin}` : "";
  const policy = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": `'self' data: blob:${media}`,
    "media-src": `'self' blob:${media}`,
    "connect-src": `'self'${media}`,
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
