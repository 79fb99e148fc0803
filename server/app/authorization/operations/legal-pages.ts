import { newestTerms, publishedRules } from "../legal-pages.ts";
import { open, staff } from "../rules.ts";
import type { Operations } from "../rules.ts";

/** Versions of the legal pages, and what members hear of them. */
export const legalPages: Operations = {
  Query: {
    legalPage: { rule: open, args: publishedRules },
    legalVersions: { rule: staff() },
    editedLegalPage: { rule: staff(), args: publishedRules },
    legalNotices: { rule: staff(), args: publishedRules },
    legalTemplate: { rule: staff(), args: () => ({ kind: "terms" }) },
  },
  Mutation: {
    publishLegalPage: {
      rule: staff(),
      args: async (world) => ({
        kind: "terms",
        after: await newestTerms(world),
        text: "Terms",
        validFrom: "2999-01-01",
      }),
    },
    translateLegalPage: {
      rule: staff(),
      args: async (world) => {
        await publishedRules(world);
        await world.server.pool.query("delete from site.legal_versions where not is_original");
        return { kind: "rules", version: 1, locale: "de", text: "Regeln" };
      },
    },
    sendLegalNotice: {
      rule: staff(),
      args: async (world) => {
        await world.server.pool.query("delete from studio.legal_notices");
        return { ...(await publishedRules(world)), audience: "subscribers" };
      },
    },
    withdrawLegalPage: {
      rule: staff(),
      args: async (world) => {
        const version = (await newestTerms(world)) + 1;
        await world.server.pool.query(
          `insert into site.legal_versions (kind, version, body, valid_from, published_at)
           values ('terms', $1, 'Terms', '2999-01-01', now())`,
          [version],
        );
        return { kind: "terms", version };
      },
    },
  },
};
