import { patterns, type PageName } from "../../../contract/urls.ts";

/**
 * Who may open a page: `family`: children too; `holder`: the account's holder, since money is involved;
 * `everyone`: also before a profile is chosen. A page without an entry is for adults.
 */
export type Audience = "family" | "holder" | "everyone";

const pages: Record<Audience, readonly PageName[]> = {
  family: [
    "dashboard",
    "library",
    "category",
    "studioClass",
    "instructor",
    "player",
    "remote",
    "onDevice",
    "saved",
    "playlists",
    "playlist",
    "sharedPlaylist",
    "plan",
    "badges",
    "badge",
  ],
  holder: ["checkout", "subscription", "payInvoice", "withdrawal"],
  everyone: [
    "family",
    "login",
    "signInLink",
    "forgot",
    "reset",
    "verify",
    "notMe",
    "terms",
    "comingSoon",
    "cancelContract",
    "withdrawContract",
    "notFound",
  ],
};

const audiences = new Map<string, Audience>(
  (Object.keys(pages) as Audience[]).flatMap((audience) =>
    pages[audience].map((name): [string, Audience] => [patterns[name], audience]),
  ),
);

/** The audience of a route by its path; null: adults. */
export const audienceOf = (path: string): Audience | null => audiences.get(path) ?? null;
