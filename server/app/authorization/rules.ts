import type { World } from "./world.ts";

/** Every kind of person whose access token the server accepts, or who sends none. */
export const kinds = [
  "signedOut",
  "guest",
  "member",
  "owner",
  "adultProfile",
  "childProfile",
  "instructor",
  "otherInstructor",
  "moderator",
  "editor",
  "admin",
] as const;
export type Kind = (typeof kinds)[number];

/** People whose access token no longer counts: every operation answers UNAUTHENTICATED. */
export const revokedKinds = [
  "suspendedMember",
  "suspendedModerator",
  "formerAdmin",
  "deletedAccount",
] as const;
export type RevokedKind = (typeof revokedKinds)[number];

/**
 * `allowed`: an answer without errors. `null`: the field is null without errors. `ignored`: an answer without errors, the same as for an
 * id that doesn't exist. Else the code of the refusal.
 */
export type Outcome =
  | "allowed"
  | "ignored"
  | "null"
  | "UNAUTHENTICATED"
  | "REGISTRATION_REQUIRED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "BAD_INPUT"
  | "CODE_NOT_GOOD";
export type Rule = Readonly<Record<Kind, Outcome>>;

/** The authorization rule of one operation, and what reaches its decision. */
export interface Operation {
  readonly rule: Rule;
  /** Arguments for things of the owner's; called for every answer that may change them. */
  readonly args?: (world: World) => object | Promise<object>;
  /** The argument that names the owner's thing: a refusal must equal that for an id that doesn't exist. */
  readonly target?: string;
  /** Selection of the field; its `__typename` by default. */
  readonly select?: string;
  /** Refusals that only come after the authorization decision. They count as allowed. */
  readonly past?: readonly string[];
  /** The caller's own session or account changes: the next answer needs new people. */
  readonly changesPeople?: boolean;
  /** A text of the owner's that only these kinds may find in the answer. */
  readonly secret?: { readonly text: (world: World) => string; readonly to: readonly Kind[] };
}

/** Rules of one module, by root type and field; several where it depends on the thing. */
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

/** Whoever asks, with or without a token. */
export const open = all("allowed");
/** Any account, guests included. */
export const viewer = but(open, { signedOut: "UNAUTHENTICATED" });
/** Any account or profile but a child's. */
export const adult = but(viewer, { childProfile: "FORBIDDEN" });
/** A registered account. */
const registered = but(viewer, { guest: "REGISTRATION_REQUIRED" });
/** A registered account, and no child's profile. */
export const holder = but(registered, { childProfile: "FORBIDDEN" });

/** Only these kinds; the others learn nothing, once the rule that comes first lets them pass. */
export function only(allowed: readonly Kind[], first: Rule = viewer, outcome: Outcome = "NOT_FOUND"): Rule {
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      allowed.includes(kind) ? "allowed" : first[kind] === "allowed" ? outcome : first[kind],
    ]),
  ) as Record<Kind, Outcome>;
}

/** The owner's account in all its grown-up profiles. */
export const account = ["owner", "adultProfile"] as const satisfies readonly Kind[];
/** Staff by role; admins may do all of it. */
export const staff = (...roles: ("moderator" | "editor")[]): Rule => only([...roles, "admin"]);
/** Who answers for the seeded class: its instructor and the studio's editors. */
export const teaching = but(only(["instructor", "editor", "admin"]), { childProfile: "FORBIDDEN" });
