import type { Locale } from "../../../../../contract/locales.ts";
import { countryName } from "../../../../../contract/formats/names.ts";
import type { LegalPageKind } from "../../../../../contract/legal-pages.ts";
import { paths } from "../../../../../contract/urls.ts";
import type { Ctx } from "../../../../ctx.ts";

/** What an installation tells its templates: the studio with its seller, and the services that are switched on. */
export type Installation = Pick<Ctx, "studio" | "config" | "ports" | "publicUrl">;

/** What the legal pages state, in no language but for the name of the seller's country. */
export interface LegalFacts {
  readonly studioName: string;
  /** Name and address, a line each; null while the settings have no seller. */
  readonly sellerLines: readonly string[] | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** How the seller is reached if neither email nor phone is set. */
  readonly otherContact: string | null;
  readonly registration: string | null;
  readonly vatId: string | null;
  readonly taxNumber: string | null;
  /** The payment provider's name; "test" for the gateway that moves no money, null without one. */
  readonly payments: string | null;
  /** Hosts that receive data; null for a service that is off. */
  readonly hosts: {
    readonly email: string | null;
    readonly videos: string | null;
    readonly location: string | null;
    readonly adClicks: string | null;
    readonly analytics: readonly string[];
  };
  /** Names of sign-in providers. */
  readonly signIns: readonly string[];
  readonly hasPush: boolean;
  readonly hasCast: boolean;
  readonly checksVatIds: boolean;
  readonly eventRetentionDays: number;
  readonly urls: {
    readonly privacySettings: string;
    readonly cancellation: string;
    readonly withdrawal: string;
  };
}

/** The templates of a language, as Markdown. What only the studio knows stands in double brackets. */
export type Templates = Readonly<Record<LegalPageKind, (facts: LegalFacts) => string>>;

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? url;

/** Reads what the legal pages state from the studio's settings and the configuration. */
export function factsOf({ studio, config, ports, publicUrl }: Installation, locale: Locale): LegalFacts {
  const { seller, contact } = studio;
  const { current } = ports.gateways;
  const country = seller?.countryCode && (countryName(seller.countryCode, { locale }) ?? seller.countryCode);
  return {
    studioName: studio.name,
    sellerLines: seller && [seller.name, ...seller.addressLines, ...(country ? [country] : [])],
    email: contact.email,
    phone: contact.phone,
    otherContact: (!contact.email && !contact.phone && seller?.contact) || null,
    registration: seller?.registration ?? null,
    vatId: seller?.vatId ?? null,
    taxNumber: seller?.taxNumber ?? null,
    payments: current && (current.isTest ? "test" : current.name),
    hosts: {
      email: config.smtpUrl && hostOf(config.smtpUrl),
      videos: config.s3 && hostOf(config.s3.endpoint),
      location: config.ipLocationUrl && hostOf(config.ipLocationUrl),
      adClicks: config.realtimeDatabase && hostOf(config.realtimeDatabase.url),
      analytics: config.collectorForwardUrls.map(hostOf),
    },
    signIns: config.signInProviders.map(({ name }) => (name === "google" ? "Google" : "Apple")),
    hasPush: config.vapid !== null,
    hasCast: config.castAppId !== null,
    checksVatIds: config.viesUrl !== null,
    eventRetentionDays: config.eventRetentionDays,
    urls: {
      privacySettings: `${publicUrl}${paths.settings()}#privacy`,
      cancellation: `${publicUrl}${paths.cancelContract()}`,
      withdrawal: `${publicUrl}${paths.withdrawContract()}`,
    },
  };
}

type Part = string | false | null;

/** Paragraphs, without those that don't apply. */
export const paragraphs = (...parts: readonly Part[]): string => parts.filter(Boolean).join("\n\n");

/** A heading with its paragraphs. */
export const section = (title: string, ...parts: readonly Part[]): string =>
  paragraphs(`## ${title}`, ...parts);

/** A list, without items that don't apply. */
export const list = (...items: readonly Part[]): string =>
  items
    .filter(Boolean)
    .map((item) => `- ${item}`)
    .join("\n");

/** Lines with hard breaks, without those that don't apply. */
export const hardLines = (...lines: readonly Part[]): string => lines.filter(Boolean).join("  \n");
