/** Roles of staff; `member` has none. Stored, and sent in tokens and GraphQL: a name never changes. */
export const roles = ["member", "moderator", "teacher", "support", "editor", "finance", "admin"] as const;
export type Role = (typeof roles)[number];

/** Roles that may do what `permissions` lists. */
export type LimitedRole = Exclude<Role, "member" | "admin">;
export const limitedRoles = roles.filter(
  (role): role is LimitedRole => role !== "member" && role !== "admin",
);

/**
 * What staff do, and who besides admins may do it. The one place that says so: server and web read it. What isn't listed,
 * such as roles, settings, legal pages, the audit log and experiments, is for admins alone.
 */
export const permissions = {
  /** Reports, uploads of new members, appeals, suspensions by username. */
  moderate: ["moderator"],
  /** Classes, instructors, styles, categories, challenges, onboarding questions, translations. */
  editLibrary: ["editor"],
  /** How songs were used in a quarter, for collecting societies. */
  reportRoyalties: ["editor", "finance"],
  /** Drafts with videos and captions: a teacher those of their own instructor page, and only until they are published; and what that page says of them. */
  draftClasses: ["editor", "teacher"],
  /** Accounts with their plans, invoices and history. */
  seePeople: ["support", "finance"],
  /** All accounts as a CSV file. */
  exportPeople: [],
  /** All of the next four for accounts of staff too: no one gives to themselves, or signs an admin out. */
  changeStaffAccounts: [],
  /** Sign out, suspend, export and delete accounts. */
  manageAccounts: ["support"],
  /** See the pages of a member as they do, read-only. */
  seeAs: ["support"],
  /** Cancel, change and pause plans, free days, promo codes, account credit, receipts. */
  managePlans: ["support", "finance"],
  /** Plans free of charge. */
  givePlans: ["finance"],
  refund: ["support", "finance"],
  /** Refunds beyond the studio's limit for support. */
  refundUnlimited: ["finance"],
  /** Figures, CSV files, tax rates in force, cancellation requests, failed refunds, differences with the provider. */
  manageRevenue: ["finance"],
  /** Announcements to everyone whom filters fit. They show how many, not who. */
  sendMessages: ["editor"],
  /** Plans, prices, currencies, promo codes, tax rates. */
  setPrices: ["finance"],
} as const satisfies Record<string, readonly LimitedRole[]>;
export type Permission = keyof typeof permissions;

/** What a role may do. */
export const permissionsOf = (role: Role): Permission[] =>
  (Object.keys(permissions) as Permission[]).filter(
    (permission) => role === "admin" || (permissions[permission] as readonly Role[]).includes(role),
  );
