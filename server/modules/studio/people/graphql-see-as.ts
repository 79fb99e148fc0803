import { builder } from "../../../platform/graphql/builder.ts";
import { beginSeeAs } from "../../identity/index.ts";
import type { SeeAsTicket } from "../../identity/index.ts";

const Ticket = builder.objectRef<SeeAsTicket>("SeeAs").implement({
  description:
    "Lets this session see the pages of a member, read-only. Send its id as the header `x-see-as` with each query.",
  fields: (t) => ({
    id: t.exposeID("id"),
    personId: t.exposeID("personId"),
    name: t.exposeString("name"),
    endsAt: t.expose("endsAt", { type: "DateTime" }),
  }),
});

builder.mutationFields((t) => ({
  studioSeeAs: t.field({
    type: Ticket,
    description:
      "Begins to see as a member, for 15 minutes. For support; never as someone of the team. In the audit log with its reason. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: {
      key: t.arg.id({ required: true, description: "A UUID: the same key is the same act." }),
      personId: t.arg.id({ required: true }),
      reason: t.arg.string({ required: true }),
    },
    resolve: (_root, { key, personId, reason }, ctx) => beginSeeAs(ctx, { id: key, personId, reason }),
  }),
}));
