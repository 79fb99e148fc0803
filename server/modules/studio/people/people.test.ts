import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { definedStatements } from "../../../platform/db.ts";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { cards, cardToken, subscribeAs } from "../../billing/testing.ts";
import { readFilter } from "./filter.ts";

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  admin = await server.member({ role: "admin", name: "Rae Whitlock" });
});
afterAll(() => server?.stop());

interface Found {
  studioPeople: { nextCursor: string | null; items: { id: string; name: string; email: string | null }[] };
}
const find = async (filter: object, pagination: object = {}, as = admin) =>
  server.graphql<Found>(
    `query ($filter: StudioPeopleFilter, $pagination: Pagination) { studioPeople(filter: $filter, pagination: $pagination) {
       nextCursor items { id name email isEmailVerified subscription { status } practice { started } } } }`,
    { filter, pagination },
    { as },
  );
const idsOf = async (filter: object): Promise<string[]> => {
  const { data, errors } = await find(filter);
  expect(errors).toEqual([]);
  return data!.studioPeople.items.map(({ id }) => id);
};
const setAddress = (id: string, email: string, isVerified = true) =>
  isVerified
    ? server.pool.query(
        `update identity."user" set email = $2, "emailVerified" = true, "pendingEmail" = null where id = $1`,
        [id, email],
      )
    : server.pool.query(
        `update identity."user" set "emailVerified" = false, "pendingEmail" = $2 where id = $1`,
        [id, email],
      );

describe("the search", () => {
  test("finds a person by any word of the name, without accents, and by username and email", async () => {
    const jose = await server.member({ name: "José Ana-Maria O’Neil", username: "jose_steps" });
    await setAddress(jose.id, "jo.holloway@studio.test");
    for (const search of [
      "JOSE",
      "o’neil",
      "maria jos",
      "ana-m",
      "@jose_st",
      "jose_steps",
      "steps",
      "holloway",
      "jo.holloway@stu",
    ]) {
      expect([search, await idsOf({ search })]).toEqual([search, [jose.id]]);
    }
    for (const search of ["studio.test", "jose zebra", "%", "_", "'", "\\", "''':* | 'a", "!jose"])
      expect([search, await idsOf({ search })]).toEqual([search, []]);
  });

  test("finds an address that isn't verified, and never the placeholder of one", async () => {
    const unproven = await server.member({ name: "Unproven Zed" });
    await setAddress(unproven.id, "unproven.zed@studio.test", false);
    expect(await idsOf({ search: "unproven.zed@" })).toEqual([unproven.id]);
    expect(await idsOf({ search: `${unproven.id}@pending` })).toEqual([]);
  });

  test("finds the account by the name of a profile in the family", async () => {
    const parent = await server.member({ name: "Parent Quill" });
    await server.pool.query(
      `insert into identity."user" (name, email, "emailVerified", "accountId", "isChild")
       values ('Mirabel', 'x' || gen_random_uuid() || '@pending.invalid', false, $1, true)`,
      [parent.id],
    );
    expect(await idsOf({ search: "mirab" })).toEqual([parent.id]);
  });

  test("finds who paid by an invoice number and by the last four digits of a card, guests included", async () => {
    const guest = await server.anonymous();
    await subscribeAs(server, guest, { token: await cardToken(server, cards.ofGermany), withoutTrial: true });
    expect(await idsOf({ search: cards.ofGermany.slice(-4) })).toEqual([guest.id]);
    const { rows } = await server.pool.query<{ number: string }>(
      "select number from billing.invoices where account_id = $1",
      [guest.id],
    );
    expect(await idsOf({ search: ` ${rows[0]!.number.toLowerCase()} ` })).toEqual([guest.id]);
    expect(await idsOf({ search: "EC-2000-999999" })).toEqual([]);
    // A guest who bought nothing isn't listed.
    const idle = await server.anonymous();
    const { data } = await find({}, { first: 100 });
    expect(data!.studioPeople.items.map(({ id }) => id)).not.toContain(idle.id);
  });

  test("finds who redeemed a promo code, guests included, in any case of its letters", async () => {
    await server.pool.query(
      "insert into billing.coupons (id, discount_type, basis_points, duration) values ('TAKERS-26', 'percentage', 1000, 'one_time')",
    );
    const [member, guest] = [await server.member(), await server.anonymous()];
    for (const person of [member, guest])
      await subscribeAs(server, person, {
        token: await cardToken(server, cards.ofGermany),
        withoutTrial: true,
        couponIds: ["TAKERS-26"],
      });
    expect(new Set(await idsOf({ coupon: " takers-26" }))).toEqual(new Set([member.id, guest.id]));
    expect(await idsOf({ coupon: "TAKERS-27" })).toEqual([]);
  });

  test("refuses a text that is too long, a day that isn't one, and a foreign cursor", async () => {
    for (const [filter, pagination] of [
      [{ search: "a".repeat(201) }, {}],
      [{ joinedFrom: "2026-13-40" }, {}],
      [{}, { after: "bm8" }],
    ] as const)
      expect((await find(filter, pagination)).errors[0]?.extensions.code).toBe("BAD_INPUT");
  });
});

describe("the filters", () => {
  test("tell people with a pass from people who are canceling", async () => {
    const buyer = await server.member({ name: "Pia Pass" });
    await server.pool.query(
      `with plan as (insert into billing.plans (id, name, access_type, period, period_unit, position, renews)
         values ('stage-pass', 'Pass', 'basic', 10, 'day', 90, false) returning id)
       insert into billing.price_versions (plan_id, currency_code, country_code, amount, valid_from)
       select id, 'EUR', '', 700, '2020-01-01' from plan`,
    );
    await subscribeAs(server, buyer, {
      planId: "stage-pass",
      countryCode: "DE",
      consentVersion: "2026-11",
    });
    expect(await idsOf({ search: "pia pass", stage: "prepaid" })).toEqual([buyer.id]);
    expect(await idsOf({ search: "pia pass", stage: "leaving" })).toEqual([]);
  });

  test("combine plan, stage and country, and pass from one stage to the next", async () => {
    const payer = await server.member({ name: "Pat Payer" });
    const { data } = await subscribeAs(server, payer, { planId: "premium-monthly", countryCode: "DE" });
    const { id } = data!.subscriptionCreateV2;
    const at = (stage: string | null, more: object = {}) =>
      idsOf({ search: "pat payer", ...(stage ? { stage } : {}), ...more });
    expect(await at("trialing")).toEqual([payer.id]);
    expect(await at("trialing", { planId: "premium-monthly", countryCode: "de" })).toEqual([payer.id]);
    expect(await at(null, { countryCode: "US" })).toEqual([]);
    expect(await at(null, { planId: "standard-monthly" })).toEqual([]);
    await server.graphql(
      `mutation { subscriptionCancel(id: "${id}", atPeriodEnd: true) { id } }`,
      {},
      { as: payer },
    );
    expect(await at("leaving")).toEqual([payer.id]);
    expect(await at("trialing")).toEqual([]);
    const set = (status: string, dunning: string | null = null) =>
      server.pool.query("update billing.subscriptions set status = $2, dunning_status = $3 where id = $1", [
        id,
        status,
        dunning,
      ]);
    await set("active", "in_progress");
    expect(await at("payment_failed")).toEqual([payer.id]);
    expect(await at("paying")).toEqual([]);
    await set("active", "success");
    expect(await at("paying")).toEqual([payer.id]);
    await set("canceled");
    expect(await at("canceled")).toEqual([payer.id]);
    expect(await at(null, { planId: "premium-monthly" })).toEqual([]);
    // Someone who came back isn't gone.
    await subscribeAs(server, payer, { planId: "standard-monthly", withoutTrial: true });
    expect(await at("canceled")).toEqual([]);
    expect(await at("paying", { planId: "standard-monthly" })).toEqual([payer.id]);
  });

  test("know when an account danced last, whichever of its profiles did", async () => {
    await createLibrary(server.pool);
    const { id: classId } = await createClass(server.pool);
    const parent = await server.member({ name: "Dancing Parent" });
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into identity."user" (name, email, "emailVerified", "accountId", "isChild")
       values ('Kid', 'x' || gen_random_uuid() || '@pending.invalid', false, $1, true) returning id`,
      [parent.id],
    );
    const at = (danced: string) => idsOf({ search: "dancing parent", danced });
    expect(await at("never")).toEqual([parent.id]);
    await server.pool.query(
      "insert into practice.records (person_id, class_id, viewed_at, completed_at) values ($1, $2, now() - interval '20 days', now())",
      [rows[0]!.id, classId],
    );
    expect(await at("never")).toEqual([]);
    expect(await at("within_7_days")).toEqual([]);
    expect(await at("within_30_days")).toEqual([parent.id]);
    expect(await at("over_14_days_ago")).toEqual([parent.id]);
    expect(await at("over_30_days_ago")).toEqual([]);
    const ofStyle = (style: string, danced?: string) => idsOf({ search: "dancing parent", style, danced });
    expect(await ofStyle("hip-hop")).toEqual([parent.id]);
    expect(await ofStyle("hip-hop", "within_7_days")).toEqual([]);
    expect(await ofStyle("hip-hop", "never")).toEqual([]);
    expect(await ofStyle("house")).toEqual([]);
    expect(await ofStyle("house", "never")).toEqual([parent.id]);
    // A style that was deleted: an announcement to these people must not go to everyone.
    expect(await ofStyle("no-such-style", "never")).toEqual([]);
    expect(await idsOf({ style: "hip-hop", danced: "over_14_days_ago" })).toEqual([parent.id]);
    expect(await idsOf({ style: "hip-hop" })).toEqual([parent.id]);
    const { data } = await find({ search: "dancing parent" });
    expect(data!.studioPeople.items).toMatchObject([{ practice: { started: 1 } }]);
  });

  test("page by joining day without a gap, to the microsecond", async () => {
    await server.pool.query(
      `insert into identity."user" (name, email, "emailVerified", "createdAt")
       select 'Paged Person', 'paged' || at || '@example.test', true, timestamptz '2020-05-05 10:00:00.123456' + (at / 3) * interval '1 microsecond'
       from generate_series(1, 30) as at`,
    );
    const filter = { joinedFrom: "2020-05-05", joinedUntil: "2020-05-05" };
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { data } = await find(filter, { first: 7, after });
      seen.push(...data!.studioPeople.items.map(({ id }) => id));
      after = data!.studioPeople.nextCursor;
    } while (after);
    expect([seen.length, new Set(seen).size]).toEqual([30, 30]);
    expect(await idsOf({ joinedFrom: "2020-05-06", joinedUntil: "2020-05-07" })).toEqual([]);
  });
});

test("tells the history of plan, money and staff's acts in order, and pages it", async () => {
  const person = await server.member({ name: "Hannah History" });
  const { data } = await subscribeAs(server, person, { withoutTrial: true });
  const act = await server.graphql(
    `mutation ($person: ID!, $key: ID!, $id: ID!, $version: Int!) {
       studioGiveDays(personId: $person, key: $key, subscriptionId: $id, version: $version, days: 3) { id } }`,
    {
      person: person.id,
      key: randomUUID(),
      id: data!.subscriptionCreateV2.id,
      version: (
        await server.pool.query<{ version: number }>(
          "select version from billing.subscriptions where id = $1",
          [data!.subscriptionCreateV2.id],
        )
      ).rows[0]!.version,
    },
    { as: admin },
  );
  expect(act.errors).toEqual([]);
  const seen: { kind: string; what: string; by: string | null }[] = [];
  let after: string | null = null;
  do {
    const page: {
      data: { studioPerson: { history: { nextCursor: string | null; items: typeof seen } } } | null;
    } = await server.graphql(
      `query ($id: ID!, $after: String) { studioPerson(id: $id) { history(pagination: { first: 1, after: $after }) {
           nextCursor items { id kind what by days planName amount currencyCode at } } } }`,
      { id: person.id, after },
      { as: admin },
    );
    seen.push(...page.data!.studioPerson.history.items);
    after = page.data!.studioPerson.history.nextCursor;
  } while (after);
  expect(seen[0]).toMatchObject({ kind: "staff", what: "billing.days_given", days: 3, by: "Rae Whitlock" });
  const others = seen.slice(1).filter(({ kind }) => kind !== "email");
  expect(others.toSorted((one, other) => (one.what < other.what ? -1 : 1))).toMatchObject([
    { kind: "paid", what: expect.stringMatching(/^EC-/) },
    { kind: "plan", what: "confirm", by: null },
    { kind: "plan", what: "subscribe" },
  ]);
});

test("writes what is filtered as CSV, and no formula of a name runs in a spreadsheet", async () => {
  const rogue = await server.member({ name: "=cmd|calc Rogue" });
  await setAddress(rogue.id, "rogue@studio.test");
  const response = await server.fetch("/api/studio/people.csv?search=rogue", {
    headers: { "x-auth-token": `Bearer ${await admin.token()}` },
  });
  expect(response.headers.get("content-disposition")).toContain("people.csv");
  const [head, ...lines] = (await response.text()).trimEnd().split("\r\n");
  expect(head).toMatch(/^id,name,username,email,email_verified,plan,status/);
  expect(lines).toEqual([expect.stringContaining(`${rogue.id},'=cmd|calc Rogue,,rogue@studio.test,yes,,,`)]);
});

test("searches a large studio by indexes alone", async () => {
  await server.pool.query(
    `insert into identity."user" (name, username, email, "emailVerified", "createdAt")
     select 'Crowd ' || md5(at::text), 'c' || md5('u' || at), md5('e' || at) || '@crowd.test', true, now() - at * interval '1 minute'
     from generate_series(1, 30000) as at`,
  );
  await server.pool.query(`
    insert into billing.payment_methods (account_id, provider, provider_ref, type, last4, created_at)
    select id, 'eightcount', id::text, 'card', right('0000' || (row_number() over ())::text, 4), now() from identity."user" where email like '%@crowd.test'`);
  await server.pool.query('vacuum analyze identity."user"');
  await server.pool.query("vacuum analyze billing.payment_methods");
  const list = definedStatements().find(({ name }) => name === "studio.list_people")!;
  const everyone = {
    search: null,
    stage: null,
    planId: null,
    countryCode: null,
    currencyCode: null,
    joinedFrom: null,
    joinedUntil: null,
    danced: null,
    coupon: null,
    style: null,
    figure: null,
  };
  for (const search of [null, "crowd", "c4ca4238", "4242", "crowd c4", "@c4"]) {
    const { shape, params } = readFilter({ ...everyone, search }, new Date());
    const { text, keys } = list.compile(shape);
    const given: Readonly<Record<string, unknown>> = { ...params, first: 25 };
    const { rows } = await server.pool.query<{ "QUERY PLAN": string }>(
      `explain ${text}`,
      keys.map((key) => given[key] ?? null),
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain(search === null ? "user_joined" : "user_words");
    // Too few invoices for an index.
    expect(plan.replaceAll(/Seq Scan on (?:invoices|credit_notes)/g, "")).not.toContain("Seq Scan");
  }
});
