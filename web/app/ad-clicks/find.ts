/** A click on an advertisement, as it is kept in the person's record. Times in milliseconds since 1970. */
export type FacebookClick = {
  fbc: string;
  timestamp: number;
  landing_url: string;
  source: "cookie" | "url_generated";
};
export type GoogleClick = { gclid: string; timestamp: number; landing_url: string };
export type AdClicks = { facebookClicks: FacebookClick | null; googleClicks: GoogleClick | null };

/** Longer ones are nobody's. */
const longest = 512;

/** The clicks that led here: the ids in the address, else Facebook's own cookie. `cookies` as in document.cookie. */
export function findAdClicks(landing: { href: string; cookies: string; now: number }): AdClicks {
  const { href, cookies, now: timestamp } = landing;
  const { searchParams } = new URL(href);
  const idOf = (name: string): string | null => {
    const id = searchParams.get(name);
    return id && id.length <= longest ? id : null;
  };
  const [fbclid, gclid] = [idOf("fbclid"), idOf("gclid")];
  const cookie = /(?:^|;\s*)_fbc=([^;]{1,512})/.exec(cookies)?.[1];
  return {
    facebookClicks: fbclid
      ? { fbc: `fb.1.${timestamp}.${fbclid}`, timestamp, landing_url: href, source: "url_generated" }
      : cookie
        ? { fbc: cookie, timestamp, landing_url: href, source: "cookie" }
        : null,
    googleClicks: gclid ? { gclid, timestamp, landing_url: href } : null,
  };
}
