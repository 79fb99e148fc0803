import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mailTo, subjectsTo } from "../../../testing/mailbox.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { subscribeAs } from "../testing.ts";
import { isAtSchool } from "./students.ts";

const dayMs = 86_400_000;
let aheadMs = 0;
let server: TestServer;
let admin: TestPerson;
let support: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(Date.now() + aheadMs) } });
  admin = await server.member({ role: "admin" });
  support = await server.member({ role: "support" });
  expect(await saveDomains(["School.edu", "@uni.example "])).toBeNull();
  expect(await create({})).toBeNull();
});
afterAll(() => server?.stop());
beforeEach(() => {
  aheadMs = 0;
});

async function saveDomains(schoolDomains: string[]) {
  const { data } = await server.graphql<{ studioSettings: { version: number } }>(
    "{ studioSettings { version } }",
    {},
    { as: admin },
  );
  const { errors } = await server.graphql(
    `mutation ($version: Int!, $input: StudioSettingsInput!) { saveStudioSettings(version: $version, input: $input) { version } }`,
    { version: data!.studioSettings.version, input: { schoolDomains } },
    { as: admin },
  );
  return errors[0]?.extensions ?? null;
}
async function create(given: object) {
  const input = {
    code: "STUDENT",
    discountType: "percentage",
    basisPoints: 5000,
    duration: "limited_period",
    months: 2,
    forStudents: true,
    ...given,
  };
  const { errors } = await server.graphql(
    "mutation ($input: CouponInput!) { couponCreate(input: $input) { id } }",
    { input },
    { as: admin },
  );
  return errors[0]?.extensions ?? null;
}
/** A member with an address, verified or not. */
async function memberAt(domain: string, isVerified = true) {
  const person = await server.member();
  const address = `demo-${randomUUID()}@${domain}`;
  await server.pool.query(
    isVerified
      ? `update identity."user" set email = $2, "emailVerified" = true, "pendingEmail" = null where id = $1`
      : `update identity."user" set "emailVerified" = false, "pendingEmail" = $2 where id = $1`,
    [person.id, address],
  );
  return { person, address };
}
const subscribe = async (as: TestPerson) =>
  (await subscribeAs(server, as, { couponIds: ["student"], withoutTrial: true })).errors[0]?.extensions
    .code ?? null;
async function offer(as: TestPerson | null) {
  const { data, errors } = await server.graphql<{ studentOffer: object | null }>(
    "{ studentOffer { code basisPoints months planIds isEligible } }",
    {},
    as ? { as } : {},
  );
  expect(errors).toEqual([]);
  return data!.studentOffer;
}
const approve = async (person: TestPerson, until: Date, as = support) => {
  const { data, errors } = await server.graphql<{
    studioApproveStudent: { student: { byEmail: boolean; approvedUntil: string | null } };
  }>(
    `mutation ($id: ID!, $key: ID!, $until: DateTime!) {
       studioApproveStudent(personId: $id, key: $key, until: $until) { student { byEmail approvedUntil } } }`,
    { id: person.id, key: randomUUID(), until: until.toISOString() },
    { as },
  );
  return data?.studioApproveStudent.student ?? errors[0]!.extensions.code;
};
const paid = async ({ id }: TestPerson) =>
  (
    await server.pool.query<{ paid: number }>(
      "select amount_paid as paid from billing.invoices where account_id = $1 and status = 'paid' order by issued_at",
      [id],
    )
  ).rows.map((row) => row.paid);

describe("a promo code for students", () => {
  test("is redeemed with a verified address at a school, and says so beforehand", async () => {
    const { person } = await memberAt("mail.school.edu");
    expect(await offer(person)).toEqual({
      code: "STUDENT",
      basisPoints: 5000,
      months: 2,
      planIds: null,
      isEligible: true,
    });
    expect(await subscribe(person)).toBeNull();
    expect(await paid(person)).toEqual([749]);
    // It is had once.
    expect(await offer(person)).toBeNull();
  });

  test.each([
    ["an address elsewhere", "example.test", true],
    ["an address that only ends alike", "oldschool.edu", true],
    ["an address that isn't verified", "school.edu", false],
  ])("is refused to %s", async (_who, domain, isVerified) => {
    const { person } = await memberAt(domain, isVerified);
    expect(await offer(person)).toMatchObject({ isEligible: false });
    expect(await subscribe(person)).toBe("STUDENT_PROOF_MISSING");
    expect(await paid(person)).toEqual([]);
  });

  test("is offered to visitors, who have to sign in for it", async () => {
    expect(await offer(null)).toMatchObject({ isEligible: false });
    expect(await subscribe(await server.anonymous())).toBe("STUDENT_PROOF_MISSING");
  });

  test("is redeemed until the day that staff approved, with an email", async () => {
    const { person, address } = await memberAt("example.test");
    const until = new Date(Date.now() + 10 * dayMs);
    expect(await approve(person, until)).toEqual({ byEmail: false, approvedUntil: until.toISOString() });
    const mail = await mailTo(server, address, "You can have the student price");
    expect(mail.text).toContain("/checkout?coupon=STUDENT");
    aheadMs = 11 * dayMs;
    expect(await offer(person)).toMatchObject({ isEligible: false });
    expect(await subscribe(person)).toBe("STUDENT_PROOF_MISSING");
    aheadMs = 9 * dayMs;
    expect(await subscribe(person)).toBeNull();
    const { rows } = await server.pool.query(
      "select details from identity.staff_acts where action = 'billing.student_approved' and subject = $1",
      [`person:${person.id}`],
    );
    expect(rows).toEqual([{ details: { until: { before: null, after: until.toISOString() } } }]);
  });

  test("holds for its months; the normal price follows an email of a term before", async () => {
    const { person, address } = await memberAt("uni.example");
    expect(await subscribe(person)).toBeNull();
    const isNotified = async () =>
      (await subjectsTo(server, address)).some((subject) => subject.startsWith("Your student price ends on"));
    for (let day = 0; day < 20; day += 1) {
      aheadMs += dayMs;
      await runDue(server.ctx(), { untilMs: 60_000 });
    }
    expect([await paid(person), await isNotified()]).toEqual([[749], false]);
    for (let day = 0; day < 20; day += 1) {
      aheadMs += dayMs;
      await runDue(server.ctx(), { untilMs: 60_000 });
    }
    expect(await paid(person)).toEqual([749, 749]);
    await expect.poll(isNotified).toBe(true);
    const subject = (await subjectsTo(server, address)).find((one) => one.startsWith("Your student price"))!;
    expect((await mailTo(server, address, subject)).text).toContain("$14.99");
    for (let day = 0; day < 25; day += 1) {
      aheadMs += dayMs;
      await runDue(server.ctx(), { untilMs: 60_000 });
    }
    expect(await paid(person)).toEqual([749, 749, 1499]);
  });
});

test.each([
  [
    "a fixed amount",
    { discountType: "fixed_amount", basisPoints: null, amounts: [{ currencyCode: "USD", amount: 1 }] },
  ],
  ["no end", { duration: "forever", months: null }],
])("isn't made with %s", async (_what, given) => {
  expect(await create({ code: `S-${randomUUID().slice(0, 6)}`, ...given })).toMatchObject({
    code: "BAD_INPUT",
    field: "forStudents",
  });
});

test("approval ends within two years, and is for support and finance", async () => {
  const { person } = await memberAt("example.test");
  for (const days of [-1, 800])
    expect(await approve(person, new Date(Date.now() + days * dayMs))).toBe("BAD_INPUT");
  const until = new Date(Date.now() + dayMs);
  for (const role of ["moderator", "editor"] as const)
    expect(await approve(person, until, await server.member({ role }))).toBe("NOT_FOUND");
});

test.each([[["school"]], [["ana@school.edu"]], [["https://school.edu"]], [["school.edu/x"]]])(
  "refuses %j as domains of schools",
  async (domains) => {
    expect(await saveDomains(domains)).toMatchObject({ code: "BAD_INPUT", field: "schoolDomains" });
  },
);

test("takes domains below one of a school, and no others", () => {
  const domains = ["school.edu"];
  expect(isAtSchool("ana@School.edu", domains)).toBe(true);
  expect(isAtSchool("ana@a.b.school.edu", domains)).toBe(true);
  for (const address of ["ana@myschool.edu", "ana@school.edu.example", "school.edu@example.test"])
    expect(isAtSchool(address, domains)).toBe(false);
});
