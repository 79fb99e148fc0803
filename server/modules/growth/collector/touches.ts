/** Source of a visit; every field is null if unknown. */
export interface Touch {
  /** `google`, `facebook`, `newsletter`, or the referring host. */
  readonly source: string | null;
  /** `cpc`, `paid`, `organic`, `referral`, or the link's own value. */
  readonly medium: string | null;
  readonly campaign: string | null;
}

const none: Touch = { source: null, medium: null, campaign: null };
const engines = /(?:^|\.)(google|bing|duckduckgo|ecosia|yahoo|qwant|startpage|baidu|yandex|brave)\.[a-z.]+$/;

const short = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 200) : null;

/**
 * Derives the source of a visit from a message. Precedence: Segment's `context.campaign`, the page URL (utm_*, gclid,
 * fbclid), then the referrer. Page calls only.
 */
export function touchOf(
  type: string,
  context: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, unknown>>,
): Touch {
  const campaign = context["campaign"] as Record<string, unknown> | null | undefined;
  if (typeof campaign === "object" && campaign !== null && short(campaign["source"]))
    return {
      source: short(campaign["source"])!.toLowerCase(),
      medium: short(campaign["medium"])?.toLowerCase() ?? null,
      campaign: short(campaign["name"]),
    };
  if (type !== "page") return none;
  const page = (context["page"] ?? {}) as Record<string, unknown>;
  const url = URL.parse(short(properties["url"]) ?? short(page["url"]) ?? "");
  const query = url?.searchParams;
  const named = short(query?.get("utm_campaign"));
  if (short(query?.get("utm_source")))
    return {
      source: short(query?.get("utm_source"))!.toLowerCase(),
      medium: short(query?.get("utm_medium"))?.toLowerCase() ?? null,
      campaign: named,
    };
  if (query?.get("gclid")) return { source: "google", medium: "cpc", campaign: named };
  if (query?.get("fbclid")) return { source: "facebook", medium: "paid", campaign: named };
  const referrer = URL.parse(short(properties["referrer"]) ?? short(page["referrer"]) ?? "");
  if (!referrer || !/^https?:$/.test(referrer.protocol) || referrer.host === url?.host) return none;
  const engine = engines.exec(referrer.hostname)?.[1];
  return engine
    ? { source: engine, medium: "organic", campaign: null }
    : { source: referrer.hostname.replace(/^www\./, ""), medium: "referral", campaign: null };
}
