import { permissions, permissionsOf, roles } from "../../../../contract/staff.ts";
import type { Permission } from "../../../../contract/staff.ts";
import { readSecondStepDue } from "./second-step.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { photoUrl } from "../persons.ts";
import { becomeFirstAdmin } from "./first-admin.ts";
import { readStaff, setRole } from "./roles.ts";
import type { StaffRow } from "./store.ts";

export const StaffRole = builder.enumType("StaffRole", {
  description: "What someone may do in the studio; a member nothing.",
  values: roles,
});
const StaffMember = builder.objectRef<StaffRow>("StaffMember").implement({
  description: "Someone who works in the studio.",
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    username: t.exposeString("username", { nullable: true }),
    photoURL: t.string({ nullable: true, resolve: ({ image }, _args, ctx) => photoUrl(ctx, image) }),
    role: t.expose("role", { type: StaffRole }),
    since: t.expose("since", {
      type: "DateTime",
      nullable: true,
      description: "When they were given this role; null where no one wrote it down.",
    }),
    lastActiveAt: t.expose("lastActiveAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When they last used the app or the studio, to the day or finer; null if no trace is left.",
    }),
    secondStepDueAt: t.expose("secondStepDueAt", {
      type: "DateTime",
      nullable: true,
      description:
        "Until when they work without two-step verification or a passkey; null for those who have one.",
    }),
    isMe: t.boolean({ resolve: ({ id }, _args, ctx) => id === ctx.viewer?.accountId }),
  }),
});

builder.queryField("staff", (t) =>
  t.field({
    type: [StaffMember],
    description: "For admins: everyone who works in the studio, 200 at most.",
    resolve: (_root, _args, ctx) => readStaff(ctx),
  }),
);
builder.mutationField("setRole", (t) =>
  t.field({
    type: [StaffMember],
    description:
      "For admins: gives someone registered a role, or takes it (`member`). LAST_ADMIN where no one would be admin any more. It holds within a minute; an access token from before is refused then, and the next one carries it. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: {
      personId: t.arg.id({ description: "Whose role; else `username` says it." }),
      username: t.arg.string(),
      role: t.arg({ type: StaffRole, required: true }),
    },
    resolve: (_root, { personId, username, role }, ctx) =>
      setRole(ctx, { personId: personId ?? null, username: username ?? null, role }),
  }),
);

builder.queryField("staffPermissions", (t) =>
  t.field({
    type: [
      builder.enumType("StaffPermission", {
        description: "What someone who works in the studio may do.",
        values: Object.keys(permissions) as Permission[],
      }),
    ],
    description:
      "What the viewer may do in the studio. None for members, instructors, and while a second step is missing.",
    resolve: (_root, _args, { viewer }) => (viewer ? permissionsOf(viewer.role) : []),
  }),
);

builder.mutationField("becomeFirstAdmin", (t) =>
  t.boolean({
    description:
      "Makes the viewer the admin of a studio without one, by the code that the server printed at its start. FIRST_ADMIN_CODE_INVALID, FIRST_ADMIN_EXISTS, EMAIL_UNVERIFIED. The next access token carries the role.",
    args: { code: t.arg.string({ required: true }) },
    resolve: async (_root, { code }, ctx) => {
      await becomeFirstAdmin(ctx, code);
      return true;
    },
  }),
);

builder.queryField("staffSecondStepDueAt", (t) =>
  t.field({
    type: "DateTime",
    nullable: true,
    description:
      "Until when the viewer works as staff without two-step verification or a passkey; then the studio's operations answer SECOND_STEP_REQUIRED. Null for members and for staff that have one.",
    resolve: (_root, _args, ctx) => readSecondStepDue(ctx),
  }),
);
