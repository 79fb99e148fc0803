import { builder } from "../../../platform/graphql/builder.ts";
import {
  acceptInvitation,
  readInvitation,
  readInvitations,
  resendInvitation,
  revokeInvitation,
  sendInvitation,
} from "./invitations.ts";
import { StaffRole } from "./graphql.ts";
import type { InvitationRow } from "./store-invitations.ts";

const StaffInvitation = builder.objectRef<InvitationRow>("StaffInvitation").implement({
  description: "An invitation to work in the studio that is neither accepted nor revoked.",
  fields: (t) => ({
    id: t.exposeID("id"),
    emailAddress: t.exposeString("email"),
    role: t.expose("role", { type: StaffRole }),
    sentAt: t.expose("sentAt", { type: "DateTime" }),
    expiresAt: t.expose("expiresAt", { type: "DateTime", description: "Its link stops working then." }),
    isExpired: t.boolean({ resolve: ({ expiresAt }, _args, ctx) => expiresAt <= ctx.clock.now() }),
  }),
});

builder.queryFields((t) => ({
  staffInvitations: t.field({
    type: [StaffInvitation],
    description: "For admins: the newest first, 200 at most.",
    resolve: (_root, _args, ctx) => readInvitations(ctx),
  }),
  staffInvitation: t.field({
    type: StaffInvitation,
    nullable: true,
    description: "By the token of its link; null once it was accepted, revoked, replaced, or has expired.",
    args: { token: t.arg.string({ required: true }) },
    resolve: (_root, { token }, ctx) => readInvitation(ctx, token),
  }),
}));

const confirmed = "CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.";
builder.mutationFields((t) => ({
  staffInvitationSend: t.field({
    type: [StaffInvitation],
    description: `For admins: emails a link that works once, for 7 days. Nothing is sent again for an open invitation to the same role. ${confirmed}`,
    args: {
      emailAddress: t.arg.string({ required: true }),
      role: t.arg({ type: StaffRole, required: true }),
    },
    resolve: (_root, { emailAddress, role }, ctx) => sendInvitation(ctx, emailAddress, role),
  }),
  staffInvitationResend: t.field({
    type: [StaffInvitation],
    description: `For admins: emails a new link; the earlier one stops working. ${confirmed}`,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => resendInvitation(ctx, id),
  }),
  staffInvitationRevoke: t.field({
    type: [StaffInvitation],
    description: `For admins: the link stops working at once. ${confirmed}`,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => revokeInvitation(ctx, id),
  }),
  staffInvitationAccept: t.field({
    type: StaffRole,
    description:
      "Gives the viewer the invitation's role. Their account must have verified the invited email: EMAIL_UNVERIFIED, INVITATION_OF_OTHER. INVITATION_INVALID once the link doesn't work. The next access token carries the role.",
    args: { token: t.arg.string({ required: true }) },
    resolve: (_root, { token }, ctx) => acceptInvitation(ctx, token),
  }),
}));
