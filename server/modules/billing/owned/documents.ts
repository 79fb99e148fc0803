import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { isSameText, keyedHash } from "../../../platform/signature.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { ProviderUnavailable } from "../errors.ts";
import type { OwnedDocument } from "../owner-ports.ts";
import { findSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { ownerOf } from "./acts.ts";
import { listOwnedOf } from "./store.ts";

/** Lifetime of a link in seconds. */
const linkSeconds = 3600;

/** An invoice or a credit note with a link to it. */
export interface LinkedDocument extends OwnedDocument {
  /** Works for an hour without sign-in: browsers send no token with downloads. */
  readonly url: string;
}

interface DocumentLink {
  readonly subscriptionId: string;
  readonly kind: string;
  readonly ref: string;
  readonly until: string;
  readonly signature: string;
}

const signatureOf = (
  ctx: Ctx,
  { subscriptionId, kind, ref, until }: Omit<DocumentLink, "signature">,
): string => keyedHash(ctx.config.authSecret, `document ${subscriptionId} ${kind} ${ref} ${until}`);

/**
 * The invoices and credit notes that a provider wrote for a subscription, newest first; null where it lists none.
 * @throws ProviderUnavailable
 */
export async function documentsOf(ctx: Ctx, found: SubscriptionRow): Promise<LinkedDocument[] | null> {
  const owner = ctx.ports.owners.find(found.provider);
  const [row] = found.owner === "provider" ? await listOwnedOf(ctx.db, [found.id]) : [];
  if (!row || !owner?.documents) return null;
  // Rounded to ten minutes, so that repeated queries return the same link.
  const until = String(Math.ceil(ctx.clock.now().getTime() / 1000 / 600) * 600 + linkSeconds);
  return (await owner.documents(ctx, { ref: row.ref, customer: row.customer })).map((document) => {
    const { kind, ref } = document;
    const signature = signatureOf(ctx, { subscriptionId: found.id, kind, ref, until });
    const search = new URLSearchParams({ kind, ref, until, signature });
    return { ...document, url: `${ctx.publicUrl}/provider-documents/${found.id}?${search}` };
  });
}

/**
 * Where the provider serves the document of a link.
 * @throws NotFound for an invalid link, ProviderUnavailable
 */
export async function documentUrlOf(ctx: Ctx, link: DocumentLink): Promise<string> {
  const { subscriptionId, kind, ref } = link;
  const isValid =
    isSameText(link.signature, signatureOf(ctx, link)) &&
    Number(link.until) * 1000 > ctx.clock.now().getTime() &&
    isUuid(subscriptionId) &&
    (kind === "invoice" || kind === "credit_note");
  const found = isValid ? await findSubscription(ctx.db, subscriptionId) : null;
  if (!found || (kind !== "invoice" && kind !== "credit_note")) throw new NotFound("document");
  const { owner } = await ownerOf(ctx, found, "documentUrl");
  const url = await owner.documentUrl(ctx, { kind, ref });
  // A provider that answers something else than a link must not become an open redirect.
  if (new URL(url).protocol !== "https:") throw new ProviderUnavailable();
  return url;
}
