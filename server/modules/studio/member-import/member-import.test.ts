import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo, subjectsTo } from "../../../testing/mailbox.ts";
import { openBrowser } from "../../../testing/browser.ts";
import { memberImportUpkeepJob } from "./jobs.ts";

const dayMs = 86_400_000;
let aheadMs = 0;
let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(Date.now() + aheadMs) } });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

interface Found {
  id: string;
  state: string;
  columns: { name: string; field: string; samples: string[] }[];
  counts: { state: string; count: number }[];
  plans: { value: string; rows: number; planId: string | null; isKnown: boolean }[];
  refused: { items: { line: number; state: string; email: string | null }[]; nextCursor: string | null };
}
const selection = `{ id state columns { name field samples } counts { state count } plans { value rows planId isKnown }
  refused { items { line state email } nextCursor } }`;
const receive = async (content: string | Buffer, as = admin) => {
  const answer = await fetch(`${server.url}/api/studio/member-imports?name=members.csv`, {
    method: "POST",
    headers: { "content-type": "text/csv", "x-auth-token": `Bearer ${await as.token()}` },
    body: typeof content === "string" ? content : new Uint8Array(content),
  });
  return { status: answer.status, body: (await answer.json()) as { id: string; message?: string } };
};
const read = async (id: string): Promise<Found> => {
  const { data, errors } = await server.graphql<{ memberImport: Found }>(
    `query ($id: ID!) { memberImport(id: $id) ${selection} }`,
    { id },
    { as: admin },
  );
  expect(errors).toEqual([]);
  return data!.memberImport;
};
const draft = async (content: string | Buffer): Promise<Found> => {
  const { status, body } = await receive(content);
  expect(status).toBe(201);
  return read(body.id);
};
const change = async (id: string, fields: string[], more: object = {}) => {
  const { data, errors } = await server.graphql<{ memberImportChange: Found }>(
    `mutation ($id: ID!, $fields: [MemberImportField!]!, $planId: ID, $accessUntil: DateTime, $planChoices: [MemberImportPlanChoice!]) {
       memberImportChange(id: $id, fields: $fields, planId: $planId, accessUntil: $accessUntil, planChoices: $planChoices) ${selection} }`,
    { id, fields, ...more },
    { as: admin },
  );
  return errors[0]?.extensions.code ?? data!.memberImportChange;
};
const run = async (id: string): Promise<Found> => {
  const { errors } = await server.graphql(
    "mutation ($id: ID!) { memberImportStart(id: $id) { id } }",
    { id },
    { as: admin },
  );
  expect(errors).toEqual([]);
  await expect.poll(async () => (await read(id)).state, { timeout: 60_000 }).toBe("done");
  return read(id);
};
const countsOf = ({ counts }: Found) => Object.fromEntries(counts.map(({ state, count }) => [state, count]));
const newEmail = () => `${randomUUID()}@example.test`;
const accountOf = async (email: string) =>
  (
    await server.pool.query<{
      id: string;
      name: string;
      weekly: string | null;
      announcements: string | null;
      plan: string | null;
      until: Date | null;
    }>(
      `select u.id, u.name, n.email as weekly, m.email as announcements, s.plan_id as plan, s.access_ends_at as until
       from identity."user" u left join notifications.kind_settings n on n.person_id = u.id and n.kind = 'NewForYou'
       left join notifications.kind_settings m on m.person_id = u.id and m.kind = 'StudioAnnouncement'
       left join billing.subscriptions s on s.person_id = u.id
       where u."pendingEmail" = $1 or u.email = $1`,
      [email],
    )
  ).rows;

describe("the dry run", () => {
  test.each([
    ["Uscreen", "Name,Email,optedinfornewsandupdates,Plan", ["name", "email", "consent", "plan"]],
    ["Kajabi", "First Name,Last Name,Email,Products", ["first_name", "last_name", "email", "plan"]],
    [
      "Vimeo OTT",
      "name,email,marketing_opt_in,next_payment_date",
      ["name", "email", "consent", "access_until"],
    ],
    [
      "Mailchimp",
      "Email Address,First Name,Last Name,MEMBER_RATING,CONFIRM_TIME",
      ["email", "first_name", "last_name", "unused", "consent"],
    ],
    ["a German spreadsheet", "E-Mail;Vorname;Nachname", ["email", "first_name", "last_name"]],
  ])("guesses the columns of a list from %s", async (_from, header, fields) => {
    const { columns } = await draft(`${header}\n${newEmail()}\n`);
    expect(columns.map(({ field }) => field)).toEqual(fields);
  });

  test("names faults by line, and changes no one", async () => {
    const [fine, member] = [newEmail(), newEmail()];
    await run((await draft(`email\n${member}\n`)).id);
    const found = await draft(
      [
        "Email,Name,Plan,Access until",
        `${fine},Jo,Standard,2031-02-03`,
        "not an email,Jo,,",
        `${fine.toUpperCase()},Jo again,,`,
        `${member},Old Jo,,`,
        `${newEmail()},Jo,Golden ticket,`,
        `${newEmail()},Jo,,soon`,
        ",No email,,",
      ].join("\r\n"),
    );
    expect(found.refused.items.map(({ line, state }) => [line, state])).toEqual([
      [3, "bad_email"],
      [4, "duplicate"],
      [5, "known"],
      [6, "unknown_plan"],
      [7, "bad_day"],
      [8, "no_email"],
    ]);
    expect(countsOf(found)).toMatchObject({ ready: 1 });
    expect(await accountOf(fine)).toEqual([]);
    expect(await subjectsTo(server, fine)).toEqual([]);
  });

  test("lists plans of another service, and gives each the plan that an admin chose for it, or none", async () => {
    const [gold, free, other] = [newEmail(), newEmail(), newEmail()];
    const found = await draft(
      `Email,Plan,Access until\n${gold},Gold Yearly,2031-02-03\n${newEmail()},gold yearly,2031-02-03\n${free},Free,\n${other},Standard,2031-02-03\n`,
    );
    expect(countsOf(found)).toEqual({ unknown_plan: 3, ready: 1 });
    expect(found.plans).toEqual([
      { value: "Gold Yearly", rows: 2, planId: null, isKnown: false },
      { value: "Free", rows: 1, planId: null, isKnown: false },
      { value: "Standard", rows: 1, planId: "standard-monthly", isKnown: true },
    ]);
    const fields = ["email", "plan", "access_until"];
    const wrong = { planChoices: [{ value: "Free", planId: "gold" }] };
    expect(await change(found.id, fields, wrong)).toBe("BAD_INPUT");
    const planChoices = [
      { value: "Gold Yearly", planId: "standard-monthly" },
      { value: "Free", planId: null },
    ];
    const chosen = (await change(found.id, fields, { planChoices })) as Found;
    expect(countsOf(chosen)).toEqual({ ready: 4 });
    expect(chosen.plans.map(({ planId }) => planId)).toEqual(["standard-monthly", null, "standard-monthly"]);
    // A later change keeps the choices.
    expect(countsOf((await change(found.id, fields)) as Found)).toEqual({ ready: 4 });
    await run(found.id);
    expect((await accountOf(gold))[0]!.plan).toBe("standard-monthly");
    expect((await accountOf(free))[0]!.plan).toBeNull();
    expect((await read(found.id)).plans).toEqual([]);
  });

  test("checks again once a column is corrected, and refuses two columns of one meaning", async () => {
    const found = await draft(`Contact,Email\n${newEmail()},none\n${newEmail()},none\n`);
    expect(countsOf(found)).toEqual({ bad_email: 2 });
    expect(countsOf((await change(found.id, ["email", "unused"])) as Found)).toEqual({ ready: 2 });
    expect(await change(found.id, ["email", "email"])).toBe("BAD_INPUT");
    expect(await change(found.id, ["email"])).toBe("BAD_INPUT");
  });

  test.each([
    ["UTF-8 with a byte order mark", Buffer.from("\uFEFFemail,name\nA,José\n")],
    ["UTF-16", Buffer.from("\uFEFFemail\tname\nA\tJosé\n", "utf16le")],
    ["Windows-1252", Buffer.from("email;name\r\nA;José\r\n", "latin1")],
  ])("reads %s", async (_encoding, content) => {
    expect((await draft(content)).columns[1]!.samples).toEqual(["José"]);
  });

  test("reads dates with slashes as the whole column says, and asks if it doesn’t", async () => {
    const stateOf = async (id: string, dateOrder?: string) => {
      const { data, errors } = await server.graphql<{ memberImportChange: object }>(
        `mutation ($id: ID!, $dateOrder: DateOrder) {
           memberImportChange(id: $id, fields: [email, access_until], planId: "basic-monthly", dateOrder: $dateOrder) {
             dates { sample order isAmbiguous } counts { state count } } }`,
        { id, dateOrder },
        { as: admin },
      );
      expect(errors).toEqual([]);
      return data!.memberImportChange;
    };
    const untilOf = async (email: string) => (await accountOf(email))[0]?.until?.toISOString();
    const year = new Date().getUTCFullYear() + 2;
    const [first, second] = [newEmail(), newEmail()];
    // 13 can be no month: the day comes first, in the other row too.
    const clear = await draft(`email,until\n${first},03/04/${year}\n${second},13/04/${year}\n`);
    expect(await stateOf(clear.id)).toEqual({
      dates: { sample: `03/04/${year}`, order: "day_first", isAmbiguous: false },
      counts: [{ state: "ready", count: 2 }],
    });
    await run(clear.id);
    expect(await untilOf(first)).toBe(`${year}-04-03T23:59:59.000Z`);
    expect(await untilOf(second)).toBe(`${year}-04-13T23:59:59.000Z`);

    const third = newEmail();
    const open = await draft(`email,until\n${third},03/04/${year}\n`);
    const ambiguous = { sample: `03/04/${year}`, isAmbiguous: true };
    expect(await stateOf(open.id)).toEqual({
      dates: { ...ambiguous, order: null },
      counts: [{ state: "bad_day", count: 1 }],
    });
    const chosen = { dates: { ...ambiguous, order: "day_first" }, counts: [{ state: "ready", count: 1 }] };
    expect(await stateOf(open.id, "day_first")).toEqual(chosen);
    // A client that doesn’t know of it leaves it as it is.
    expect(await stateOf(open.id)).toEqual(chosen);
    await run(open.id);
    expect(await untilOf(third)).toBe(`${year}-04-03T23:59:59.000Z`);
  });

  test("asks again once the dates are in another column", async () => {
    const year = new Date().getUTCFullYear() + 2;
    const { id } = await draft(`email,since,until\n${newEmail()},13/04/${year},03/04/${year}\n`);
    expect(countsOf((await change(id, ["email", "access_until", "unused"])) as Found)).toEqual({ ready: 1 });
    expect(countsOf((await change(id, ["email", "unused", "access_until"])) as Found)).toEqual({
      bad_day: 1,
    });
  });

  test("refuses files that are no table or too large", async () => {
    for (const content of [
      "",
      "email\n",
      Buffer.from([0, 1, 2, 0, 3]),
      'email\n"a\n',
      "x".repeat(21 * 1024 * 1024),
    ])
      expect((await receive(content)).status).toBe(400);
  });
});

describe("an import of members", () => {
  test("invites by an emailed link without a password, and gives access until a day", async () => {
    const [email, plain] = [newEmail(), newEmail()];
    const until = new Date(Date.now() + 40 * dayMs).toISOString();
    const { id } = await draft(`Email,Name,Newsletter\n${email},Mira Holt,yes\n${plain},,no\n`);
    await change(id, ["email", "name", "consent"], { planId: "standard-monthly", accessUntil: until });
    expect(countsOf(await run(id))).toEqual({ invited: 2 });
    expect(await accountOf(email)).toEqual([
      expect.objectContaining({
        name: "Mira Holt",
        weekly: null,
        announcements: "at_once",
        plan: "standard-monthly",
        until: new Date(until),
      }),
    ]);
    // Without consent in the file, no email that isn't about the account.
    expect(await accountOf(plain)).toEqual([expect.objectContaining({ weekly: "off", announcements: null })]);
    const mail = await mailTo(server, email, "Your account at Eightcount");
    const signedIn = await openBrowser(server).post("/api/auth/sign-in/link", { key: keyIn(mail) });
    expect(signedIn.status).toBe(200);
    const { rows } = await server.pool.query(
      `select name from identity."user" where email = $1 and "emailVerified"`,
      [email],
    );
    expect(rows).toEqual([{ name: "Mira Holt" }]);
  });

  test("asks whose account it is once someone else signed up with the address", async () => {
    const email = newEmail();
    await run((await draft(`email\n${email}\n`)).id);
    const mail = await mailTo(server, email, "Your account at Eightcount");
    await openBrowser(server).post("/api/auth/sign-up/email", {
      email,
      password: "tango on a tin roof",
      name: "Demo Ana",
    });
    const { status, body } = await openBrowser(server).post("/api/auth/sign-in/link", { key: keyIn(mail) });
    expect([status, body.code]).toEqual([409, "CHOOSE_ACCOUNT"]);
  });

  test("changes nothing the second time, and keeps nothing of what its rows said", async () => {
    const email = newEmail();
    const list = `email,name\n${email},Ivo\n`;
    const { id } = await draft(list);
    await run(id);
    await mailTo(server, email, "Your account at Eightcount");
    const again = await draft(list);
    expect(countsOf(again)).toEqual({ known: 1 });
    const done = await run(again.id);
    expect(countsOf(done)).toEqual({ known: 1 });
    expect(done.refused.items).toEqual([{ line: 2, state: "known", email: null }]);
    expect(await accountOf(email)).toHaveLength(1);
    expect(await subjectsTo(server, email)).toEqual(["Your account at Eightcount"]);
    const { rows } = await server.pool.query(
      "select from studio.member_import_rows where import_id = any($1) and cells is not null",
      [[id, again.id]],
    );
    expect(rows).toEqual([]);
  });

  test("handles ten thousand rows a page at a time", async () => {
    const [first, last] = [newEmail(), newEmail()];
    const { id, counts } = await draft(
      `email\n${first}\n${"no address\n".repeat(9_997)}${newEmail()}\n${last}\n`,
    );
    expect(countsOf({ counts } as Found)).toEqual({ bad_email: 9_997, ready: 3 });
    expect(countsOf(await run(id))).toEqual({ bad_email: 9_997, invited: 3 });
    expect(await accountOf(last)).toHaveLength(1);
  });

  test("is in the audit log by its numbers alone", async () => {
    const email = newEmail();
    const { id } = await draft(`email\n${email}\n`);
    await run(id);
    const { rows } = await server.pool.query<{ action: string; details: object }>(
      "select action, details from identity.staff_acts where subject = $1 order by happened_at",
      [`member_import:${id}`],
    );
    expect(rows).toEqual([
      { action: "studio.member_list_received", details: { rows: 1 } },
      { action: "studio.members_imported", details: { members: 1 } },
    ]);
  });

  test("is deleted with its rows on request, and a draft after a week", async () => {
    const [one, other] = [await draft(`email\n${newEmail()}\n`), await draft(`email\n${newEmail()}\n`)];
    await server.graphql(
      "mutation ($id: ID!) { memberImportDelete(id: $id) }",
      { id: one.id },
      { as: admin },
    );
    aheadMs = 8 * dayMs;
    await memberImportUpkeepJob.run(
      server.ctx(),
      {},
      { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
    );
    const { rows } = await server.pool.query(
      "select from studio.member_import_rows where import_id = any($1)",
      [[one.id, other.id]],
    );
    expect(rows).toEqual([]);
  });
});
