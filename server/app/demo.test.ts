import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { demoCatalog } from "../../demo/index.ts";
import { practiseJob } from "./demo/challenges.ts";
import { seedDemo } from "./demo/demo.ts";
import { nextFriday } from "./demo/upcoming.ts";

let server: TestServer;
let member: TestPerson;
beforeAll(async () => {
  const spy = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  // Without a worker no image is rendered.
  server = await startTestServer({ roles: "api", seed: seedDemo });
  spy.mockRestore();
  const accounts = await readFile(join(server.dataDir, "demo-accounts.txt"), "utf8");
  const [, email, password] = /^Member \(Premium\) +(\S+) +(\S+)$/m.exec(accounts)!;
  const response = await server.fetch("/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ email, password }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(";")[0])
    .join("; ");
  const { user } = (await response.json()) as { user: { id: string } };
  const token = async () => {
    const answer = await server.fetch("/api/auth/token", { headers: { cookie, origin: server.url } });
    return ((await answer.json()) as { token: string }).token;
  };
  member = { id: user.id, cookie, token };
});
afterAll(() => server?.stop());

test("the demo has a course that starts together, on a Monday that visitors can still join", async () => {
  const { data, errors } = await server.graphql<{
    courses: { items: { slug: string; startsOn: string | null; startDays: string[] }[] };
  }>("{ courses { items { slug startsOn startDays } } }", {}, { as: member });
  expect(errors).toEqual([]);
  const dates = data!.courses.items.flatMap(({ startsOn }) => startsOn ?? []);
  expect(dates).toHaveLength(1);
  expect(data!.courses.items.flatMap(({ startDays }) => startDays)).toHaveLength(3);
  const startsAt = new Date(dates[0]!);
  expect(startsAt.getUTCDay()).toBe(1);
  expect(startsAt.getTime()).toBeGreaterThan(Date.now());
});

test("the demo announces a class for Friday at 6 PM, and one that leaves in five days", async () => {
  const { data, errors } = await server.graphql<{
    upcomingClasses: { title: string; publishAt: string; isFollowed: boolean }[];
    studioClass: object | null;
    leaving: { leavesAt: string } | null;
  }>(
    `{ upcomingClasses(first: 4) { title publishAt isFollowed } studioClass(id: "meet-the-ground") { id }
       leaving: studioClass(id: "step-rock-release") { leavesAt } }`,
    {},
    { as: member },
  );
  expect(errors).toEqual([]);
  expect(data!.upcomingClasses).toHaveLength(1);
  const [{ publishAt, ...upcoming } = { publishAt: "" }] = data!.upcomingClasses;
  expect(upcoming).toEqual({ title: "Meet the ground", isFollowed: true });
  const { timeZone } = server.ctx().studio;
  const local = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "long", hour: "numeric" });
  expect(local.format(new Date(publishAt))).toMatch(/Friday.*6.PM/);
  expect(Date.parse(publishAt)).toBeGreaterThan(Date.now());
  expect(data!.studioClass).toBeNull();
  const days = (Date.parse(data!.leaving!.leavesAt) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeGreaterThan(4.9);
  expect(days).toBeLessThanOrEqual(5);
});

test("takes the Friday after today, at the same local time before and after a clock change", () => {
  const next = (now: string, timeZone = "Europe/Berlin") => nextFriday(new Date(now), timeZone).toISOString();
  expect(next("2026-11-26T10:00:00Z")).toBe("2026-11-27T17:00:00.000Z");
  expect(next("2026-11-27T08:00:00Z")).toBe("2026-12-04T17:00:00.000Z");
  expect(next("2026-10-24T08:00:00Z")).toBe("2026-10-30T17:00:00.000Z");
  expect(next("2026-10-22T08:00:00Z")).toBe("2026-10-23T16:00:00.000Z");
  // Already Friday in Auckland.
  expect(next("2026-11-26T12:00:00Z", "Pacific/Auckland")).toBe("2026-12-04T05:00:00.000Z");
});

test("the demo's member has saved classes, uploads and liked posts", async () => {
  const { data, errors } = await server.graphql<{
    savedClasses: { total: number };
    userProfileGetByUsername: { videoUploads: { total: number; items: { likeCount: number }[] } };
    posts: { items: { likedByMe: boolean; author: { username: string } }[] };
  }>(
    `{ savedClasses { total } userProfileGetByUsername(username: "demo_member") { videoUploads { total } }
       posts(pagination: { first: 30 }) { items { likedByMe author { username } } } }`,
    {},
    { as: member },
  );
  expect(errors).toEqual([]);
  expect(data!.savedClasses.total).toBe(6);
  expect(data!.userProfileGetByUsername.videoUploads.total).toBe(2);
  const { items } = data!.posts;
  expect(items.filter(({ likedByMe }) => likedByMe).length).toBeGreaterThan(2);
  expect(items.filter(({ author }) => author.username === "demo_member")).toHaveLength(2);
});

test("the demo's member has a playlist", async () => {
  const { data } = await server.graphql<{
    myPlaylists: { items: { playlist: { name: string; classCount: number } }[] };
  }>("{ myPlaylists { items { playlist { name classCount } } } }", {}, { as: member });
  expect(data!.myPlaylists.items).toMatchObject([{ playlist: { name: "Friday after work", classCount: 4 } }]);
});

test("the demo's dancers have rated classes, its member too, and the studio's figures count who danced", async () => {
  const before = new Date().toISOString();
  const practise = () =>
    practiseJob.run(
      server.ctx(),
      { before },
      { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
    );
  await practise();
  const { data } = await server.graphql<{
    studioClass: { foundRightPercent: number; myRating: { difficulty: string } };
  }>(
    "query ($id: ID!) { studioClass(id: $id) { foundRightPercent myRating { difficulty } } }",
    { id: demoCatalog.classes[3]!.id },
    { as: member },
  );
  expect(data!.studioClass.foundRightPercent).toBeGreaterThan(50);
  expect(data!.studioClass.myRating.difficulty).toEqual(expect.any(String));
  const admin = await server.member({ role: "admin" });
  const figuresOf = async () => {
    const { data: found } = await server.graphql<{
      classFigures: { dancers: number; plays: number; tempos: object[]; sources: object[] };
    }>(
      "query ($id: ID!) { classFigures(classId: $id, days: 30) { dancers plays tempos { tempo } sources { source } } }",
      { id: demoCatalog.classes[3]!.id },
      { as: admin },
    );
    return found!.classFigures;
  };
  const { dancers, plays, tempos, sources } = await figuresOf();
  expect(plays).toBeGreaterThanOrEqual(dancers);
  expect(dancers).toBeGreaterThan(10);
  expect(tempos).toHaveLength(3);
  expect(sources.length).toBeGreaterThan(1);
  // A second attempt of the job counts nothing again.
  await practise();
  expect((await figuresOf()).plays).toBe(plays);
});

test("the demo's challenges and their badges have no English left in German and Spanish", async () => {
  const texts = async (language: string) => {
    const { data } = await server.graphql<{
      challenges: {
        title: string;
        description: string;
        badges: { badge: { name: string; description: string } }[];
      }[];
    }>(
      "{ challenges { title description badges { badge { name description } } } }",
      {},
      { headers: { "accept-language": language } },
    );
    return data!.challenges.flatMap(({ title, description, badges }) => [
      title,
      description,
      ...badges.flatMap(({ badge }) => [badge.name, badge.description]),
    ]);
  };
  const english = await texts("en");
  expect(english.length).toBeGreaterThan(10);
  for (const language of ["de", "es"])
    expect((await texts(language)).filter((text, place) => text === english[place])).toEqual([]);
});

test("the demo's categories cover every goal of dancers and families that a class can serve", async () => {
  for (const goal of ["fitness", "basics", "joy", "together", "energy", "first-steps", "calm"]) {
    const { data } = await server.graphql<{ categories: object[] }>(
      "query ($goal: String) { categories(goal: $goal) { slug } }",
      { goal },
    );
    expect(data!.categories.length, goal).toBeGreaterThan(0);
  }
});

test("the demo's member has bought gift cards: one was redeemed, one was emailed, one waits for its day", async () => {
  const { data, errors } = await server.graphql<{ giftCards: { status: string }[] }>(
    "{ giftCards { status } }",
    {},
    { as: member },
  );
  expect(errors).toEqual([]);
  expect(data!.giftCards.map(({ status }) => status)).toEqual(["waiting", "sent", "redeemed"]);
});

test("the demo's revenue pages show a dispute with its deadline, a failed refund, a credit note and a company without VAT", async () => {
  const admin = await server.member({ role: "admin" });
  const { data, errors } = await server.graphql<{
    moneyOverview: {
      disputes: { status: string; dueAt: string | null }[];
      failedRefunds: { amount: number; failure: string | null }[];
    };
  }>(
    "{ moneyOverview(days: 60) { disputes { status dueAt } failedRefunds { amount failure } } }",
    {},
    { as: admin },
  );
  expect(errors).toEqual([]);
  expect(data!.moneyOverview).toEqual({
    disputes: [{ status: "open", dueAt: expect.any(String) }],
    failedRefunds: [{ amount: expect.any(Number), failure: "returned_by_bank" }],
  });
  expect(new Date(data!.moneyOverview.disputes[0]!.dueAt!).getTime()).toBeGreaterThan(Date.now());
  const { rows } = await server.pool.query(
    `select (select count(*)::int from billing.credit_notes where refunded > 0) as notes,
       (select count(*)::int from billing.invoices where is_reverse_charge and tax_total = 0 and buyer ->> 'vatId' is not null) as companies`,
  );
  expect(rows).toEqual([{ notes: 2, companies: 1 }]);
});

test("the emails of the demo's past are shown as sent, although no mail server took them", async () => {
  const { rows } = await server.pool.query<{ emails: number; unsent: number }>(
    `select count(*)::int as emails, (count(*) filter (where sent_at is null))::int as unsent
     from platform.sent_emails where queued_at < now() - interval '1 day'`,
  );
  expect(rows[0]!.emails).toBeGreaterThan(10);
  expect(rows[0]!.unsent).toBe(0);
});
