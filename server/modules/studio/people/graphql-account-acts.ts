import type { Ctx } from "../../../ctx.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import {
  reinstatePerson,
  requestDeletionFor,
  requestExportFor,
  resendConfirmationTo,
  signOutPerson,
  suspendPerson,
} from "../../identity/index.ts";
import { allowEmails } from "./email-stops.ts";
import { StudioPerson } from "./graphql.ts";
import { readPerson } from "./people.ts";

const audited =
  "For support. Idempotent, emailed, and in the audit log. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.";

builder.mutationFields((t) => {
  const actOf = (description: string, act: (ctx: Ctx, personId: string) => Promise<void>) =>
    t.field({
      type: StudioPerson,
      description: `${description} ${audited}`,
      args: { personId: t.arg.id({ required: true }) },
      resolve: async (_root, { personId }, ctx) => {
        await act(ctx, personId);
        return readPerson(ctx, personId);
      },
    });
  return {
    studioAllowEmails: t.field({
      type: StudioPerson,
      description: "For support: lets all emails reach a person again. Idempotent, and in the audit log.",
      args: { personId: t.arg.id({ required: true }) },
      resolve: async (_root, { personId }, ctx) => {
        await allowEmails(ctx, personId);
        return readPerson(ctx, personId);
      },
    }),
    studioSignOut: actOf("Signs a person out on every device.", signOutPerson),
    studioResendConfirmation: actOf(
      "Emails the link again that confirms the address that a person has entered.",
      resendConfirmationTo,
    ),
    studioSuspend: t.field({
      type: StudioPerson,
      description: `Suspends a member: signed out, and no sign-in. FORBIDDEN for staff. ${audited}`,
      args: {
        personId: t.arg.id({ required: true }),
        reason: t.arg.string({ required: true, description: "The person is told." }),
        days: t.arg.int({ description: "Without it: until reinstated." }),
      },
      resolve: async (_root, { personId, reason, days }, ctx) => {
        await suspendPerson(ctx, { personId, reason, days: days ?? null });
        return readPerson(ctx, personId);
      },
    }),
    studioReinstate: actOf("Ends a suspension.", reinstatePerson),
    studioRequestExport: actOf(
      "Requests the export of a person’s data, which only they can download.",
      requestExportFor,
    ),
    studioRequestDeletion: actOf(
      "Schedules the deletion of an account in 14 days. The person can cancel it. FORBIDDEN for staff.",
      requestDeletionFor,
    ),
  };
});
