import type { Ctx } from "../../../ctx.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { plansForPrice, takeoverProvider } from "../../billing/index.ts";
import type { GivablePlan } from "../../billing/index.ts";
import type { HeldSummary } from "./held-row.ts";
import { choicesOf } from "./read-row.ts";
import { listRows } from "./store.ts";
import type { MemberImportRow } from "./store.ts";
import { listListedPrices } from "./store-held.ts";
import type { ListedPrice } from "./store-held.ts";

/** Prices that an admin may map to plans. */
const maxPrices = 100;

/** A price of running subscriptions, and what it stands for. */
export interface ListedPriceChoice extends ListedPrice {
  /** Null: they aren't taken over, or no one has chosen. */
  readonly planId: string | null;
  readonly isChosen: boolean;
  /** Those that can go on with it. */
  readonly plans: readonly GivablePlan[];
}

/** The prices of a draft's running subscriptions; none for a list that isn't a draft any more. */
export async function listedPrices(ctx: Ctx, found: MemberImportRow): Promise<ListedPriceChoice[]> {
  if (found.state !== "draft") return [];
  const choices = choicesOf(found.priceChoices);
  const prices = await listListedPrices(ctx.db, found.id, maxPrices);
  return Promise.all(
    prices.map(async (listed) => {
      const planId = choices.get(listed.price.priceRef.toLowerCase());
      return {
        ...listed,
        planId: planId ?? null,
        isChosen: planId !== undefined,
        plans: await plansForPrice(ctx, listed.price),
      };
    }),
  );
}

/** Whose subscriptions a list may name; null without a column of customers or subscriptions. */
export function namesSubscriptions(
  ctx: Ctx,
  { fields }: Pick<MemberImportRow, "fields">,
): { readonly providerName: string | null } | null {
  if (!fields.includes("customer") && !fields.includes("subscription")) return null;
  return { providerName: takeoverProvider(ctx)?.name ?? null };
}

/** A row whose subscription will be taken over. */
export interface ListedTakeover extends HeldSummary {
  readonly line: number;
  readonly email: string | null;
  readonly planId: string;
}

/** A page of the rows of a draft whose subscriptions will be taken over, by line. @throws BadInput */
export async function listedTakeovers(
  ctx: Ctx,
  { id, fields, priceChoices }: MemberImportRow,
  request: { first?: number | null | undefined; after?: string | null | undefined } | null | undefined,
): Promise<{ items: ListedTakeover[]; nextCursor: string | null }> {
  const first = pageSize(request?.first);
  const after = decodeCursor(request?.after, ["count"])?.[0] ?? 0;
  const states = ["ready_to_take_over", "taking_over"] as const;
  const rows = await listRows(ctx.db, { id, states, after, first: first + 1 });
  const choices = choicesOf(priceChoices);
  const email = fields.indexOf("email");
  const items = rows.slice(0, first).flatMap(({ line, cells, held }): ListedTakeover[] => {
    const found = held?.found;
    if (!found || typeof found === "string") return [];
    const planId = choices.get(found.priceRef.toLowerCase());
    return planId ? [{ ...found, line, email: cells?.[email] ?? null, planId }] : [];
  });
  const last = rows.length > first ? rows[first - 1] : undefined;
  return { items, nextCursor: last ? encodeCursor([last.line]) : null };
}
