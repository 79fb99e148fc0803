import { randomUUID } from "node:crypto";
import { createClass } from "../../../testing/factories.ts";
import { but, open, staff, viewer } from "../rules.ts";
import type { Operations } from "../rules.ts";
import type { World } from "../world.ts";
import { othersHaveNone, payer } from "./billing.ts";

/** A price for a class that has none yet. */
const ownPriceOfNewClass = async ({ pool }: World["server"]) => {
  const { id } = await createClass(pool, { title: "Sold alone" });
  return { kind: "class", id, isOnlyWay: false, prices: [{ currencyCode: "USD", amount: 500 }] };
};
/** A class that is sold alone for 30 days. @returns the id of its pass */
const ownPlan = async (server: World["server"]) => {
  const { id } = await ownPriceOfNewClass(server);
  const planId = `class-${id}-30-days`;
  await server.pool.query(
    `with plan as (insert into billing.plans (id, name, access_type, period, period_unit, position, renews, opens_kind, opens_id)
       values ($1, 'A class', 'free', 30, 'day', 999, false, 'class', $2) returning id)
     insert into billing.price_versions (plan_id, currency_code, country_code, amount, valid_from)
     select id, currency, '', 500, '2026-01-01' from plan, unnest(array['USD', 'EUR']) as currency`,
    [planId, id],
  );
  return planId;
};

export const ownPrices: Operations = {
  Query: {
    passOffer: { rule: open, args: async ({ server }) => ({ id: await ownPlan(server) }) },
    boughtAlone: { rule: viewer },
    purchaseOfPass: {
      // Others have bought nothing here.
      rule: but(payer, {
        ...othersHaveNone,
        signedOut: "null",
        adultProfile: "null",
        childProfile: "null",
      }),
      args: async ({ server, owner }) => {
        const id = await ownPlan(server);
        await server.pool.query(
          `insert into billing.subscriptions (person_id, status, provider, access_type, plan_id, is_prepaid, opens_id, access_ends_at)
           select $1, 'non_renewing', 'eightcount', 'free', id, true, opens_id, now() + interval '30 days' from billing.plans where id = $2`,
          [owner.id, id],
        );
        return { id };
      },
    },
    ownOffers: { rule: open, args: () => ({ courseId: randomUUID() }) },
  },
  Mutation: {
    ownPriceCreate: {
      rule: staff("finance"),
      args: async ({ server }) => ({ input: await ownPriceOfNewClass(server) }),
    },
    ownPriceEdit: {
      rule: staff("finance"),
      args: async ({ server }) => {
        const id = await ownPlan(server);
        return { id, version: 1, isOffered: false, isOnlyWay: false };
      },
    },
  },
};
