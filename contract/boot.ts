import type { ExperimentSubject } from "./experiments.ts";
import type { ConsentState } from "./consent.ts";
import type { LegalPageKind } from "./legal-pages.ts";
import type { Locale, PseudoLocale } from "./locales.ts";

/** Data that the server embeds in the page's HTML (`<script type="application/json" id="boot">`) for the web app's start. */

/** Location of a client by IP address. Every field may be null: a private address, or a service that failed. */
export type IpLocation = {
  ip: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  /** IANA time zone. */
  timezone: string | null;
  latitude: number | null;
  longitude: number | null;
};

/** The preloaded result of one of the web's trusted documents. `variables` are those that the page will send. */
export type BootResult = { operationName: string; variables: Record<string, unknown>; data: unknown };

/** What every page shows of the studio. */
export type BootStudio = {
  name: string;
  /** Its own logo for each theme. Sizes in pixels. */
  logo?: Record<"light" | "dark", { path: string; width: number; height: number }>;
  /** Whether plans are for sale. */
  isOpen: boolean;
  /** What the studio says of itself, until it is open. */
  about?: string;
  /** Legal pages with a version in force. */
  legalPages: LegalPageKind[];
};

export type BootData = {
  /** Language of the page: the account’s, else the browser’s. Its scripts carry no other. */
  locale: Locale | PseudoLocale;
  /** The server's release; sent back as x-client-version. */
  release: string;
  studio: BootStudio;
  /** Segment's HTTP tracking protocol: `${url}/page` and so on. Null: no analytics. */
  collector: { url: string; writeKey: string } | null;
  consent: ConsentState;
  /** The session's access token; null without a valid session cookie. */
  accessToken: string | null;
  /** Null: the web app requests GET /ip-location itself. */
  ipLocation: IpLocation | null;
  results: BootResult[];
  /** What the first view in the page's HTML was rendered from; without it the HTML has only the loader. */
  firstView?: BootResult;
  /** The page comes from the service worker's cache and has no viewer data: the browser's own storage has it. Never sent by the server. */
  isFromCache?: true;
};

/** A variable of a page's first query: constant, or taken from the URL's path or search. */
export type FirstQueryVariable = string | number | boolean | null | { param: string } | { search: string };

/** A page's first query, whose result the server embeds in the HTML. */
export type FirstQuery = {
  operationName: string;
  variables: Readonly<Record<string, FirstQueryVariable>>;
  /** Embedded without a session too: a new guest gets the same result. */
  isForVisitors?: true;
  /** While an experiment varies this, the result is for one person alone: without a session the page asks once it has one. */
  variedBy?: ExperimentSubject;
};

/** Files of the build, as URLs below the origin. */
export type BuiltFiles = { scripts: string[]; styles: string[] };
/** One route in the build's manifest for the server (`.meta/routes.json`), with the files of its page that the entry doesn't have. */
export type BuiltRoute = BuiltFiles & {
  /** A path with `$name` for parameters. */
  path: string;
  /** Files of the lazy modules that the page needs at once, in groups of which each is preloaded after the one before. */
  parts: BuiltFiles[];
  firstQuery: FirstQuery | null;
  /** The query of the first view that visitors without a session get in the HTML. */
  firstView: FirstQuery | null;
};
/**
 * Renders a page's first view from the boot data that all visitors share. The build exports it, once per language, as `renderFirstView`.
 * Null if there is nothing to show. @param pathname of the page
 */
export type RenderFirstView = (boot: BootData, pathname: string) => string | null;
/**
 * A rule of a style sheet, so that the server can put those of a first view into its HTML. `within` are the at-rules around it, the
 * outermost first. A page needs it if it has every class of at least one entry of `classes`.
 */
export type StyleRule = { within: string[]; css: string; classes: string[][] };
/** The build's manifest for the server. */
export type BuiltWeb = {
  entry: BuiltFiles & { script: string };
  routes: BuiltRoute[];
};
/** The build's style sheets that pages with a first view need, by their URLs (`.meta/style-rules.json`). */
export type BuiltStyles = Readonly<Record<string, readonly StyleRule[]>>;

/** In the browser's local storage: whose session it had last. Missing if it had none, or the server ended it. */
export const knownSessionKey = "eightcount.session-known";

/**
 * Attribute of templates in a page's HTML: the path of another route, as in `BuiltRoute`. They have the links that preload what this
 * route's page needs at once: one template for each group, in the order in which the page needs them.
 */
export const routeCodeAttribute = "data-code-of";
