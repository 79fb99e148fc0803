import { randomUUID } from "node:crypto";
import { familyPin } from "../people.ts";
import { account, all, but, holder, only, open, staff, viewer } from "../rules.ts";
import type { Operations } from "../rules.ts";
import type { World } from "../world.ts";

const ownersFamily = ["owner", "adultProfile", "childProfile"] as const;
const name = () => `name_${randomUUID().slice(0, 8)}`;

/** A suspended account. */
export const suspended = async ({ make, server }: World) => {
  const personId = (await make.bystander()).id;
  await server.pool.query(
    "insert into identity.bans (person_id, reason, banned_at) values ($1, 'Spam', now())",
    [personId],
  );
  return { personId };
};

/** An invitation to the team. */
const invitation = async ({ server }: World): Promise<string> => {
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into identity.staff_invitations (id, email, role, token_hash, sent_at, expires_at)
     values (gen_random_uuid(), $1, 'editor', sha256(convert_to($1, 'UTF8')), now(), now() + interval '7 days') returning id`,
    [`${randomUUID()}@example.test`],
  );
  return rows[0]!.id;
};

export const identity: Operations = {
  Query: {
    account: { rule: holder, select: "id", secret: { text: ({ owner }) => owner.id, to: account } },
    bans: { rule: staff("moderator") },
    family: {
      rule: viewer,
      select: "id members { id name }",
      secret: { text: ({ owner }) => owner.id, to: ownersFamily },
    },
    me: { rule: but(open, { signedOut: "null" }) },
    people: { rule: viewer, args: () => ({ beginning: "owner" }) },
    staff: { rule: staff() },
    staffInvitation: { rule: all("null"), args: () => ({ token: "damaged" }) },
    staffInvitations: { rule: staff() },
    staffPermissions: { rule: open },
    // Null for everyone except staff without a second factor. Test staff have one.
    staffSecondStepDueAt: {
      rule: but(all("null"), { signedOut: "UNAUTHENTICATED", lapsedAdmin: "allowed" }),
    },
    userProfileGetByUsername: {
      rule: open,
      args: async ({ make, owner }) => ({ username: await make.username(owner.id) }),
      select: "name",
    },
  },
  Mutation: {
    suspendAccount: {
      rule: staff("moderator"),
      args: async ({ make }) => ({
        username: await make.username((await make.bystander()).id),
        reason: "Spam",
      }),
    },
    reinstateAccount: {
      rule: staff("moderator"),
      args: (world) => suspended(world),
    },
    setRole: {
      rule: staff(),
      args: async ({ make }) => ({ personId: (await make.bystander()).id, role: "editor" }),
    },
    staffInvitationSend: {
      rule: staff(),
      args: () => ({ emailAddress: `${randomUUID()}@example.test`, role: "support" }),
    },
    staffInvitationResend: {
      rule: staff(),
      target: "id",
      args: async (world) => ({ id: await invitation(world) }),
    },
    staffInvitationRevoke: {
      rule: staff(),
      target: "id",
      args: async (world) => ({ id: await invitation(world) }),
    },
    staffInvitationAccept: {
      rule: holder,
      args: () => ({ token: "damaged" }),
      past: ["INVITATION_INVALID", "RATE_LIMITED"],
    },
    becomeFirstAdmin: {
      rule: holder,
      args: () => ({ code: "2222-2222-2222-2222" }),
      past: ["FIRST_ADMIN_EXISTS"],
    },
    chooseFamilyMember: {
      rule: only(ownersFamily),
      target: "id",
      args: async ({ make }) => ({ id: await make.profile(), pin: familyPin }),
      changesPeople: true,
    },
    createFamilyMember: {
      rule: holder,
      args: () => ({ name: "Demo Next", isChild: true, pin: "1357", idempotencyKey: randomUUID() }),
      past: ["FAMILY_FULL"],
    },
    updateFamilyMember: {
      rule: only(account, holder),
      target: "id",
      args: async ({ make }) => ({ id: await make.profile(), name: "Demo Renamed" }),
    },
    removeFamilyMember: {
      rule: only(account, holder),
      target: "id",
      args: async ({ make }) => ({ id: await make.profile() }),
    },
    chooseFace: {
      rule: only(account, holder),
      target: "profileId",
      args: async ({ make }) => ({ profileId: await make.profile(), face: 4 }),
    },
    setFamilyPin: { rule: holder, args: () => ({ pin: "9753" }), changesPeople: true },
    deleteAccount: { rule: holder, changesPeople: true, past: ["LAST_ADMIN"] },
    cancelAccountDeletion: { rule: holder },
    requestDataExport: { rule: holder },
    sendAddressProof: { rule: holder },
    endSession: {
      rule: but(holder, {
        member: "ignored",
        instructor: "ignored",
        otherInstructor: "ignored",
        teacher: "ignored",
        moderator: "ignored",
        support: "ignored",
        editor: "ignored",
        finance: "ignored",
        admin: "ignored",
      }),
      target: "id",
      args: async ({ make }) => ({ id: await make.session() }),
    },
    removePasskey: {
      rule: only(account, holder),
      target: "id",
      args: async ({ make }) => ({ id: await make.passkey() }),
    },
    disconnectProvider: {
      rule: holder,
      args: async ({ make }) => {
        await make.provider();
        return { provider: "google" };
      },
      past: ["LAST_WAY_IN", "NOT_FOUND"],
    },
    updateProfile: { rule: holder, args: () => ({ profile: { bio: "I dance." } }) },
    setUsername: { rule: holder, args: () => ({ newUsername: name() }) },
    userCheckUsername: { rule: viewer, args: () => ({ username: name() }) },
    setHidesExplicit: {
      rule: but(viewer, { childProfile: "FORBIDDEN" }),
      args: () => ({ hides: true }),
      changesPeople: true,
    },
    setLocale: {
      rule: but(viewer, { childProfile: "FORBIDDEN" }),
      args: () => ({ locale: "es" }),
    },
    setFollowing: {
      rule: holder,
      args: async ({ make }) => ({ userId: (await make.bystander()).id, following: true }),
    },
    setBlocked: {
      rule: holder,
      args: async ({ make }) => ({ userId: (await make.bystander()).id, blocked: true }),
    },
    setMuted: {
      rule: holder,
      args: async ({ make }) => ({ userId: (await make.bystander()).id, muted: true }),
    },
    changePrivacy: { rule: holder, args: () => ({ privacy: { bio: "members" } }) },
  },
};
