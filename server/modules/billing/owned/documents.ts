import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { isSigned, signLink } from "../document-links.ts";
import type { LinkSignature } from "../document-links.ts";
import { ProviderUnavailable } from "../errors.ts";
import type { OwnedDocument } from "../owner-ports.ts";
import { findSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { ownerOf } from "./acts.ts";
import { listOwnedOf } from "./store.ts";

/** An invoice or a credit note with a link to it. */
export interface LinkedDocument extends OwnedDocument {
  /** Works for an hour without sign-in: browsers send no token with downloads. */
  readonly url: string;
}

interface NamedDocument {
  readonly subscriptionId: string;
  readonly kind: string;
  readonly ref: string;
}

const subjectOf = ({ subscriptionId, kind, ref }: NamedDocument): string =>
  `document ${subscriptionId} ${kind} ${ref}`;

/**
 * The invoices and credit notes that a provider wrote for a subscription, newest first; null where it lists none.
 * @throws ProviderUnavailable
 */
export async function documentsOf(ctx: Ctx, found: SubscriptionRow): Promise<LinkedDocument[] | null> {
  const owner = ctx.ports.owners.find(found.provider);
  const [row] = found.owner === "provider" ? await listOwnedOf(ctx.db, [found.id]) : [];
  if (!row || !owner?.documents) return null;
  return (await owner.documents(ctx, { ref: row.ref, customer: row.customer })).map((document) => {
    const { kind, ref } = document;
    const signed = signLink(ctx, subjectOf({ subscriptionId: found.id, kind, ref }));
    const search = new URLSearchParams({ kind, ref, ...signed });
    return { ...document, url: `${ctx.publicUrl}/provider-documents/${found.id}?${search}` };
  });
}

/**
 * Where the provider serves the document of a link.
 * @throws NotFound for an invalid link, ProviderUnavailable
 */
export async function documentUrlOf(ctx: Ctx, link: NamedDocument & LinkSignature): Promise<string> {
  const { subscriptionId, kind, ref } = link;
  const isValid =
    isSigned(ctx, subjectOf(link), link) &&
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
