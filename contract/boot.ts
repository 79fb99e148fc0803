import type { ConsentState } from "./consent.ts";

/** What the server writes into the page's HTML (`<script type="application/json" id="boot">`) and the web reads at its start. */

/** Where a person's address lies, by IP. Every field may be unknown: a private address, or a service that didn't answer. */
export type IpLocation = {
  ip: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  /** IANA name. */
  timezone: string | null;
  latitude: number | null;
  longitude: number | null;
};

/** The answer to one of the web's trusted documents, given before it was asked. `variables` are those that the page will send. */
export type BootResult = { operationName: string; variables: Record<string, unknown>; data: unknown };

export type BootData = {
  /** The release of the server; sent back as x-client-version. */
  release: string;
  /** Segment's HTTP tracking protocol: `${url}/page` and so on. Null: nothing is collected. */
  collector: { url: string; writeKey: string } | null;
  consent: ConsentState;
  /** The session's access token; null without a valid session cookie. */
  accessToken: string | null;
  /** Null: the web asks GET /ip-location itself. */
  ipLocation: IpLocation | null;
  results: BootResult[];
  /** The page was kept on the device and says nothing of who opens it: the browser remembers. Never the server's word. */
  isFromCache?: true;
};

/** A variable of a page's first query: fixed, or taken from the URL's path or search. */
export type FirstQueryVariable = string | number | boolean | null | { param: string } | { search: string };

/** The query that a page sends first; the server answers it within the HTML. */
export type FirstQuery = { operationName: string; variables: Readonly<Record<string, FirstQueryVariable>> };

/** One route as the build describes it to the server (`.meta/routes.json`). */
export type BuiltRoute = {
  /** A path with `$name` for a parameter. */
  path: string;
  /** JavaScript files of the route's page, entry's own left out, as URLs below the origin. */
  scripts: string[];
  styles: string[];
  firstQuery: FirstQuery | null;
};
/** The whole build as the server needs it. */
export type BuiltWeb = {
  entry: { script: string; scripts: string[]; styles: string[] };
  routes: BuiltRoute[];
};
