import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { isDoubleOf } from "../accounts/store-merge.ts";
import type { EndpointDeps } from "./adapter.ts";

/** Cookie with the merge result for the web client, in the form `classes.others`, for a minute. */
const mergeResultCookie = "eightcount.brought";

/** What was merged into an account. */
export interface MergeResult {
  /** Number of classes danced or saved. */
  readonly classes: number;
  /** Number of preferences, followed categories and joined challenges. */
  readonly others: number;
}

/** Merges one person's data into another, and deletes the first. */
export type MergePeople = (people: { from: string; into: string }) => Promise<MergeResult>;

const mergeCalls = ["/sign-in/", "/callback", "/passkey/verify-authentication"];

/**
 * Runs after each sign-in and merges the browser's previous session into the account. Applies to a guest, or
 * to an unverified duplicate account with the same address. Both were authenticated in this browser.
 */
export const merging = (deps: EndpointDeps & { readonly mergePeople: MergePeople }) =>
  ({
    id: "merging",
    hooks: {
      after: [
        {
          matcher: ({ path }) => mergeCalls.some((begin) => path?.startsWith(begin)),
          handler: createAuthMiddleware(async (ctx) => {
            const opened = ctx.context.newSession;
            const before = opened && (await getSessionFromCtx(ctx, { disableRefresh: true }));
            if (!before || before.user.id === opened.user.id) return;
            if ((opened.user as { isAnonymous?: boolean }).isAnonymous) return;
            const people = { from: before.user.id, into: opened.user.id };
            const isAnonymous = (before.user as { isAnonymous?: boolean }).isAnonymous === true;
            // A person who asked for a new account rejected the previous ones.
            if (!isAnonymous && (ctx.body as { account?: unknown } | undefined)?.account === "new") return;
            if (!isAnonymous && !(await isDoubleOf(deps.ctx.db, people))) return;
            const { classes, others } = await deps.mergePeople(people);
            if (classes + others > 0)
              ctx.setCookie(mergeResultCookie, `${classes}.${others}`, {
                path: "/",
                maxAge: 60,
                sameSite: "lax",
              });
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
