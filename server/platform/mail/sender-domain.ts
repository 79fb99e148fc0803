import { Resolver } from "node:dns/promises";

/** Whether the sender's domain has a record that inboxes look for; unknown if the name server didn't answer. */
export const recordStates = ["present", "missing", "unknown"] as const;
export type RecordState = (typeof recordStates)[number];

export interface SenderDomain {
  readonly domain: string;
  /** Which servers may send for the domain (RFC 7208). */
  readonly spf: RecordState;
  /** A key of signatures (RFC 6376), at one of the selectors that providers usually choose. */
  readonly dkim: RecordState;
  /** What inboxes do with messages that fail both (RFC 7489). */
  readonly dmarc: RecordState;
}

/** Selectors of widespread mail providers and servers. A record doesn't tell which one a sender signs with. */
const selectors = [
  "default",
  "dkim",
  "mail",
  "google",
  "selector1",
  "selector2",
  "s1",
  "s2",
  "k1",
  "k2",
  "k3",
  "fm1",
  "mandrill",
  "pm",
  "mxvault",
  "zoho",
  "protonmail",
  "resend",
  "smtp",
  "mta",
];
/** Of the first question, in milliseconds. A resolver asks four times. */
const timeoutMs = 600;
/** A name server's answers that there is no such record. */
const noRecord: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

/** The domain of a sender such as `Marlow Street <hello@dance.example>`. */
export const domainOfSender = (mailFrom: string): string =>
  mailFrom
    .slice(mailFrom.lastIndexOf("@") + 1)
    .replace(">", "")
    .trim()
    .toLowerCase();

/**
 * Looks up SPF, DKIM and DMARC of a domain.
 * @param resolver default: the system's name servers
 */
export async function lookUpSender(
  domain: string,
  resolver: Pick<Resolver, "resolveTxt"> = new Resolver({ timeout: timeoutMs }),
): Promise<SenderDomain> {
  // A host of this network, such as localhost, has no records.
  if (!domain.includes(".")) return { domain, spf: "missing", dkim: "missing", dmarc: "missing" };
  const stateOf = async (name: string, form: RegExp): Promise<RecordState> => {
    try {
      const records = await resolver.resolveTxt(name);
      return records.some((parts) => form.test(parts.join(""))) ? "present" : "missing";
    } catch (error) {
      return noRecord.has((error as NodeJS.ErrnoException).code) ? "missing" : "unknown";
    }
  };
  const dkimOf = async (): Promise<RecordState> => {
    const states = await Promise.all(
      selectors.map((selector) => stateOf(`${selector}._domainkey.${domain}`, /\bp=[A-Za-z0-9+/]/)),
    );
    return (["present", "unknown"] as const).find((state) => states.includes(state)) ?? "missing";
  };
  /** DMARC of a subdomain may stand at the domain above it. */
  const dmarcOf = async (): Promise<RecordState> => {
    const form = /^v=DMARC1\b/i;
    const own = await stateOf(`_dmarc.${domain}`, form);
    const above = domain.split(".").slice(-2).join(".");
    return own !== "missing" || above === domain ? own : stateOf(`_dmarc.${above}`, form);
  };
  const [spf, dkim, dmarc] = await Promise.all([stateOf(domain, /^v=spf1\b/i), dkimOf(), dmarcOf()]);
  return { domain, spf, dkim, dmarc };
}
