import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { isDoubleOf } from "../store-merge.ts";
import type { EndpointDeps } from "./door.ts";

/** Names the cookie that tells the web what a sign-in brought along, in the form `classes.others`, for a minute. */
const mergeResultCookie = "eightcount.brought";

/** What came along to an account. */
export interface MergeResult {
  /** Classes that were danced or saved. */
  readonly classes: number;
  /** Choices, followed categories and joined challenges. */
  readonly others: number;
}

/** Gives what one person gathered to another, and ends the first. */
export type MergePeople = (people: { from: string; into: string }) => Promise<MergeResult>;

const mergeCalls = ["/sign-in/", "/callback", "/passkey/verify-authentication"];

/**
 * After each way to sign in: whoever used this browser before gives what they gathered to the account, if they were anonymous, or if theirs
 * is a second account that somebody made with the address that the first one proved. Both have shown in this browser that they are they.
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
            // Whoever asked for a new account said that none of those before is theirs.
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
