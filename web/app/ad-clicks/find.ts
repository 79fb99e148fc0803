/** An ad click as stored in the account. Times in milliseconds since 1970. */
export type FacebookClick = {
  fbc: string;
  timestamp: number;
  landing_url: string;
  source: "cookie" | "url_generated";
};
export type GoogleClick = { gclid: string; timestamp: number; landing_url: string };
export type AdClicks = { facebookClicks: FacebookClick | null; googleClicks: GoogleClick | null };

/** Longer ids are invalid. */
const maxLength = 512;

/** Ad clicks of this landing: the ids in the URL, else Facebook's own cookie. `cookies` as in document.cookie. */
export function findAdClicks(landing: { href: string; cookies: string; now: number }): AdClicks {
  const { href, cookies, now: timestamp } = landing;
  const { searchParams } = new URL(href);
  const idOf = (name: string): string | null => {
    const id = searchParams.get(name);
    return id && id.length <= maxLength ? id : null;
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

/**
 * Merges earlier ad clicks of this session with new ones: ids of a new landing replace earlier ones.
 * A return to the same URL, as after signing in, and an unchanged cookie add nothing.
 */
export function keepNewest(before: Partial<AdClicks>, found: AdClicks): AdClicks {
  const { facebookClicks: facebook = null, googleClicks: google = null } = before;
  const isNewClick = (now: FacebookClick | GoogleClick, earlier: FacebookClick | GoogleClick) =>
    now.landing_url !== earlier.landing_url && !("source" in now && now.source === "cookie");
  const newer = <Click extends FacebookClick | GoogleClick>(now: Click | null, earlier: Click | null) =>
    now && (!earlier || isNewClick(now, earlier)) ? now : earlier;
  return {
    facebookClicks: newer(found.facebookClicks, facebook),
    googleClicks: newer(found.googleClicks, google),
  };
}
