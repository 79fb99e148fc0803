import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { payerStages } from "../../billing/index.ts";
import { dancedFilters, readFilter, settleSource } from "./filter.ts";
import type { PeopleFilter } from "./filter.ts";
import { findAudienceCount, listAudience } from "./store.ts";
import type { AudienceCount, AudiencePerson } from "./store.ts";

/** The filters of the list of people, without its search: staff who write to people need not see who they are. */
export type Audience = Omit<PeopleFilter, "search" | "figure">;

const word = z.string().nullable().default(null);
/** An audience as stored; absent filters are none. */
export const storedAudience: z.ZodType<Audience, unknown> = z.object({
  stage: z.enum(payerStages).nullable().default(null),
  planId: word,
  countryCode: word,
  currencyCode: word,
  joinedFrom: word,
  joinedUntil: word,
  danced: z.enum(dancedFilters).nullable().default(null),
  coupon: word,
  style: word,
});

const toFilter = (audience: Audience): PeopleFilter => ({ search: null, figure: null, ...audience });

/** Reads the filters of an audience. @throws BadInput */
export function readAudience({ search, figure, ...audience }: PeopleFilter, now: Date): Audience {
  if (figure) throw new BadInput("audience.figure", inEnglish("An audience is no figure of a report."));
  if (search) throw new BadInput("audience.search", inEnglish("An audience has no search."));
  readFilter(toFilter(audience), now);
  return audience;
}

const paramsOf = async (ctx: Ctx, audience: Audience, now: Date) => {
  const { shape, params } = await settleSource(ctx, readFilter(toFilter(audience), now));
  return { shape, params: { ...params, now, afterJoined: null, afterId: null, first: 0 } };
};

/** How many people an audience has now. Those without a verified email hear in the inbox alone. */
export async function countAudience(ctx: Ctx, audience: Audience): Promise<AudienceCount> {
  const { shape, params } = await paramsOf(ctx, audience, ctx.clock.now());
  return findAudienceCount(ctx.db, shape, params);
}

/** A page of an audience, newest members first. @param since the moment from which days count back */
export async function audiencePage(
  ctx: Ctx,
  audience: Audience,
  page: {
    readonly since: Date;
    readonly after: { readonly position: string; readonly id: string } | null;
    readonly first: number;
  },
): Promise<AudiencePerson[]> {
  const { shape, params } = await paramsOf(ctx, audience, page.since);
  return listAudience(ctx.db, shape, {
    ...params,
    now: ctx.clock.now(),
    afterJoined: page.after?.position ?? null,
    afterId: page.after?.id ?? null,
    first: page.first,
  });
}
