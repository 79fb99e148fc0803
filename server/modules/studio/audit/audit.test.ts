import { afterAll, beforeAll, expect, test } from "vitest";
import { auditActions } from "../../../../contract/audit-actions.ts";
import { definedStatements } from "../../../platform/db.ts";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let admin: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  admin = await server.member({ role: "admin", name: "Rae Whitlock" });
  member = await server.member({ name: "Mara Quill", username: "mara_quill" });
});
afterAll(() => server?.stop());

interface Entry {
  action: string;
  by: string | null;
  byId: string | null;
  subjectKind: string;
  subjectId: string | null;
  subjectName: string | null;
  changes: { field: string; before: string | null; after: string | null }[];
}
interface Found {
  studioAudit: { nextCursor: string | null; items: Entry[] };
}
const read = (filter: object = {}, pagination: object = {}) =>
  server.graphql<Found>(
    `query ($filter: StudioAuditFilter, $pagination: Pagination) { studioAudit(filter: $filter, pagination: $pagination) {
       nextCursor items { action by byId subjectKind subjectId subjectName changes { field before after } } } }`,
    { filter, pagination },
    { as: admin },
  );
const actionsFor = async (filter: object): Promise<string[]> => {
  const { data, errors } = await read(filter, { first: 50 });
  expect(errors).toEqual([]);
  return data!.studioAudit.items.map(({ action }) => action);
};
const insert = (action: string, subject: string, at: string, actor: string | null = admin.id) =>
  server.pool.query(
    `insert into identity.staff_acts (actor_id, action, subject, details, happened_at) values ($1, $2, $3, $4, $5)`,
    [actor, action, subject, { before: 100, after: 600 }, at],
  );

test("tells who did what to whom, from what to what, and pages through all of it once", async () => {
  const role = { personId: member.id };
  for (const to of ["editor", "moderator", "member"])
    await server.graphql(
      `mutation ($personId: ID!) { setRole(personId: $personId, role: ${to}) { id } }`,
      role,
      { as: admin },
    );
  const seen: Entry[] = [];
  let after: string | null = null;
  do {
    const { data }: { data: Found | null } = await read({ about: member.id }, { first: 2, after });
    seen.push(...data!.studioAudit.items);
    after = data!.studioAudit.nextCursor;
  } while (after);
  expect(seen).toMatchObject(
    [
      ["moderator", "member"],
      ["editor", "moderator"],
      ["member", "editor"],
    ].map(([before, to]) => ({
      action: "identity.role_changed",
      by: "Rae Whitlock",
      byId: admin.id,
      subjectName: "Mara Quill",
      changes: [{ field: "value", before, after: to }],
    })),
  );
});

test("names what entries are about, also drafts, and nothing that is gone", async () => {
  await createLibrary(server.pool);
  const draft = await createClass(server.pool, { title: "Demo draft" });
  await server.pool.query("update catalog.classes set published_at = null where id = $1", [draft.id]);
  const { id: courseId } = (
    await server.pool.query<{ id: string }>(
      `insert into courses.courses (slug, title, description, pace, created_at) values ('demo', 'Demo course', '', 'open', now())
       returning id`,
    )
  ).rows[0]!;
  const subjects = {
    [`class:${draft.id}`]: "Demo draft",
    [`course:${courseId}`]: "Demo course",
    "style:hip-hop": "Hip-hop",
    [`course:${member.id}`]: null,
    "class:no-uuid": null,
    studio: null,
  };
  for (const subject of Object.keys(subjects)) await insert("named.act", subject, "2026-07-05T12:00:00Z");
  const { data, errors } = await read({ from: "2026-07-05", until: "2026-07-05" });
  expect(errors).toEqual([]);
  const named = Object.fromEntries(
    data!.studioAudit.items.map(({ subjectKind, subjectId, subjectName }) => [
      subjectId === null ? subjectKind : `${subjectKind}:${subjectId}`,
      subjectName,
    ]),
  );
  expect(named).toEqual(subjects);
});

test("filters by who, kind, subject and day, and combines them", async () => {
  await insert("billing.price_set", "plan:gold", "2026-02-03T23:59:59Z");
  await insert("billing.plan_edited", "plan:gold", "2026-02-04T00:00:00Z", null);
  await insert("identity.person_banned", `person:${member.id}`, "2026-02-05T12:00:00Z", null);
  await insert("retired.action", "plan:gold", "2026-02-06T12:00:00Z", null);
  const year = { until: "2026-02-28" };
  expect(await actionsFor({ ...year, who: "operator" })).toEqual([
    "retired.action",
    "identity.person_banned",
    "billing.plan_edited",
  ]);
  expect(await actionsFor({ ...year, who: admin.id })).toEqual(["billing.price_set"]);
  expect(await actionsFor({ ...year, kind: "prices" })).toEqual(["billing.plan_edited", "billing.price_set"]);
  expect(await actionsFor({ ...year, kind: "prices", who: "operator" })).toEqual(["billing.plan_edited"]);
  expect(await actionsFor({ until: "2026-02-03" })).toEqual(["billing.price_set"]);
  expect(await actionsFor({ from: "2026-02-04", until: "2026-02-04" })).toEqual(["billing.plan_edited"]);
  expect(await actionsFor({ about: "plan:gold", kind: "prices" })).toHaveLength(2);
  for (const about of ["mara qui", "@mara_quill", member.id])
    expect(await actionsFor({ ...year, about })).toEqual(["identity.person_banned"]);
  expect(await actionsFor({ about: "no such person" })).toEqual([]);
});

test("refuses filters that mean nothing", async () => {
  for (const filter of [{ who: "rae" }, { from: "2026-13-40" }, { about: "a".repeat(201) }])
    expect((await read(filter)).errors[0]?.extensions.code).toBe("BAD_INPUT");
});

test("writes what is filtered as CSV, and records the download without the searched text", async () => {
  await insert("billing.credit_given", "person:gone", "2026-03-01T12:00:00Z");
  const response = await server.fetch("/api/studio/audit.csv?kind=money&until=2026-03-31&about=person:gone", {
    headers: { "x-auth-token": `Bearer ${await admin.token()}` },
  });
  const [head, ...lines] = (await response.text()).trimEnd().split("\r\n");
  expect(head).toBe("id,at,by_id,by,action,subject,details");
  expect(lines).toEqual([
    expect.stringMatching(/2026-03-01T12:00:00.000Z,.*,Rae Whitlock,billing.credit_given,person:gone,/),
  ]);
  const { data } = await read({ kind: "studio" }, { first: 1 });
  expect(data!.studioAudit.items[0]).toMatchObject({ action: "studio.audit_exported" });
  expect(JSON.stringify(data)).not.toContain("person:gone");
});

test("reads a page of a long log by its indexes", async () => {
  await server.pool.query(
    `insert into identity.staff_acts (actor_id, action, subject, happened_at)
     select gen_random_uuid(), 'catalog.class_changed', 'class:' || at, now() - at * interval '1 minute' from generate_series(1, 30000) as at`,
  );
  await server.pool.query("vacuum analyze identity.staff_acts");
  const list = definedStatements().find(({ name }) => name === "studio.list_audit_log")!;
  const given: Readonly<Record<string, unknown>> = {
    actorId: admin.id,
    actions: Object.keys(auditActions),
    subject: "plan:gold",
    first: 25,
  };
  const shapes = [
    { who: "anyone", isKind: false, about: "anything" },
    { who: "person", isKind: false, about: "anything" },
    { who: "anyone", isKind: true, about: "anything" },
    { who: "anyone", isKind: true, about: "subject" },
  ];
  for (const shape of shapes) {
    const { text, keys } = list.compile({ ...shape, isAfter: false });
    const { rows } = await server.pool.query<{ "QUERY PLAN": string }>(
      `explain ${text}`,
      keys.map((key) => given[key] ?? null),
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("staff_acts");
    expect(plan).not.toContain("Seq Scan on staff_acts");
  }
});
