import type { LimitedRole } from "../../../contract/staff.ts";
import type { World } from "./world.ts";

/** Every kind of viewer with a valid access token, or without a token. */
export const kinds = [
  "signedOut",
  "guest",
  "member",
  "owner",
  "adultProfile",
  "childProfile",
  "instructor",
  "otherInstructor",
  // With an instructor page of their own.
  "teacher",
  "moderator",
  "support",
  "editor",
  "finance",
  "admin",
  // An admin without a second factor, after the days of grace.
  "lapsedAdmin",
] as const;
export type Kind = (typeof kinds)[number];

/** Viewers whose access token is revoked: every operation answers UNAUTHENTICATED. */
export const revokedKinds = [
  "suspendedMember",
  "suspendedModerator",
  "formerAdmin",
  "deletedAccount",
] as const;
export type RevokedKind = (typeof revokedKinds)[number];

/**
 * `allowed`: a result without errors. `null`: the field is null without errors. `ignored`: a result without errors, the same as
 * for an id that doesn't exist. Otherwise an error code.
 */
export type Outcome =
  | "allowed"
  | "ignored"
  | "null"
  | "UNAUTHENTICATED"
  | "REGISTRATION_REQUIRED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "SECOND_STEP_REQUIRED"
  | "BAD_INPUT"
  | "CODE_NOT_GOOD";
export type Rule = Readonly<Record<Kind, Outcome>>;

/** The authorization rule of one operation, with arguments that reach its decision. */
export interface Operation {
  readonly rule: Rule;
  /** Arguments for the owner's objects; called before every request that may change them. */
  readonly args?: (world: World) => object | Promise<object>;
  /** The argument with the id of the owner's object: a refusal must equal that for an id that doesn't exist. */
  readonly target?: string;
  /** The field's selection set; `__typename` by default. */
  readonly select?: string;
  /** Errors that are thrown only after authorization. They count as allowed. */
  readonly past?: readonly string[];
  /** Why the audit log keeps nothing of this mutation of staff's. */
  readonly unaudited?: string;
  /** Changes the caller's own session or account: the next request needs new people. */
  readonly changesPeople?: boolean;
  /** The owner's private text, which only these kinds may find in a result. */
  readonly secret?: { readonly text: (world: World) => string; readonly to: readonly Kind[] };
}

/** Rules of one module, by root type and field; several if the rule depends on the object. */
type Rules = Readonly<Record<string, Operation | readonly Operation[]>>;
export interface Operations {
  readonly Query?: Rules;
  readonly Mutation?: Rules;
  readonly LiveSubscription?: Rules;
}

/** The same outcome for every kind. */
export const all = (outcome: Outcome): Rule =>
  Object.fromEntries(kinds.map((kind) => [kind, outcome])) as Record<Kind, Outcome>;

/** A rule with other outcomes for some kinds. */
export const but = (rule: Rule, outcomes: Partial<Record<Kind, Outcome>>): Rule => ({ ...rule, ...outcomes });

/** Anyone, with or without a token. */
export const open = all("allowed");
/** Any account, guests included. */
export const viewer = but(open, { signedOut: "UNAUTHENTICATED" });
/** Any account or profile except a child's. */
export const adult = but(viewer, { childProfile: "FORBIDDEN" });
/** A registered account. */
/** For everyone signed in, each with the parts of the studio that they may see. */
export const ownParts = but(viewer, { lapsedAdmin: "SECOND_STEP_REQUIRED" });
const registered = but(viewer, { guest: "REGISTRATION_REQUIRED" });
/** A registered account, except a child's profile. */
export const holder = but(registered, { childProfile: "FORBIDDEN" });

/**
 * Only these kinds. The others get NOT_FOUND, after the first rule has let them pass. A lapsed admin learns why an
 * admin's rights are missing.
 */
export function only(allowed: readonly Kind[], first: Rule = viewer, outcome: Outcome = "NOT_FOUND"): Rule {
  const refusalOf = (kind: Kind) =>
    kind === "lapsedAdmin" && allowed.includes("admin") && outcome === "NOT_FOUND"
      ? "SECOND_STEP_REQUIRED"
      : outcome;
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      allowed.includes(kind) ? "allowed" : first[kind] === "allowed" ? refusalOf(kind) : first[kind],
    ]),
  ) as Record<Kind, Outcome>;
}

/** The owner's account in all its adult profiles. */
export const account = ["owner", "adultProfile"] as const satisfies readonly Kind[];
/** Staff by role; admins are always included. */
export const staff = (...roles: LimitedRole[]): Rule => only([...roles, "admin"]);
/** Who sets the beats of the seeded class: its instructor and the studio's editors. */
export const teaching = but(only(["instructor", "editor", "admin"]), { childProfile: "FORBIDDEN" });

/** A mutation of a draft by editors, and by its teacher. */
export const ofDraft = (more: () => object = () => ({})): Operation => ({
  rule: staff("editor", "teacher"),
  target: "classId",
  args: async ({ make }) => ({ classId: await make.draft(), ...more() }),
});
