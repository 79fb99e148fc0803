import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { experimentsOf, publishLanding } from "./testing.ts";

let server: TestServer;
let admin: TestPerson;
let its: ReturnType<typeof experimentsOf>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.member({ role: "admin" });
  its = experimentsOf(server, admin);
  await publishLanding(server);
});
afterAll(() => server?.stop());

const former = "onboarding-variant-b";
const flags = async () =>
  (await server.pool.query("select name, enabled from growth.feature_flags order by name")).rows;

test("pauses and resumes an experiment by its feature flag, which goes with the end", async () => {
  const id = await its.running();
  const tab = await server.anonymous();
  const { experiment } = await its.landing(tab);
  expect(experiment).toMatchObject({ experimentId: id });
  expect((await its.setFlag(id, false)).errors).toEqual([]);
  expect(await its.find(id)).toMatchObject({ status: "paused" });
  expect((await its.landing(await server.anonymous())).experiment).toBeNull();
  // The tab was opened before the pause.
  expect((await its.expose(id, tab)).data).toEqual({ setExperiment: { variant: "control" } });
  expect(await its.exposed(id)).toBe(0);
  await its.setFlag(id, true);
  expect(await its.find(id)).toMatchObject({ status: "running" });
  expect((await its.landing(tab)).experiment).toEqual(experiment);
  await its.end({ id, version: 2, chosen: "control" });
  expect(await flags()).toEqual([{ name: former, enabled: false }]);
  expect((await its.setFlag(id, true)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  expect(await its.audited(id)).toEqual([
    "growth.experiment_saved",
    "growth.experiment_started",
    "growth.experiment_paused",
    "growth.experiment_resumed",
    "growth.experiment_ended",
  ]);
});

test("shows an experiment of the first release and its feature flag as one state", async () => {
  const guest = await server.anonymous();
  const status = async () => (await its.find(former)).status;
  expect([await status(), await its.onboarding(guest)]).toEqual(["paused", { list: "a", experiment: null }]);
  await its.setFlag(former, true);
  expect([await status(), await its.onboarding(guest)]).toEqual([
    "running",
    { list: expect.any(String), experiment: { experimentId: former } },
  ]);
  await its.end({ id: former, version: 1, chosen: "control" });
  expect([await status(), await flags()]).toEqual(["ended", [{ name: former, enabled: false }]]);
});

test("lets admins alone change a feature flag", async () => {
  const turn = async (role: "member" | "editor" | "admin", name: string) => {
    const { errors } = await experimentsOf(server, await server.member({ role })).setFlag(name, true);
    return errors[0]?.extensions.code ?? null;
  };
  for (const role of ["member", "editor"] as const) expect(await turn(role, former)).toBe("NOT_FOUND");
  expect(await turn("admin", former)).toBeNull();
  expect(await turn("admin", "no-such")).toBe("NOT_FOUND");
  const { rows } = await server.pool.query(
    "select subject, details from identity.staff_acts where action = 'growth.flag_set'",
  );
  expect(rows).toEqual([{ subject: `flag:${former}`, details: { enabled: true } }]);
});

test("shows a guest the same variants after they sign up, and counts the sign-up once", async () => {
  const [hero, order] = [await its.running(), await its.running({ subject: "onboarding_order", value: {} })];
  const browser = openBrowser(server);
  const person = async (): Promise<TestPerson> => {
    const { body } = await browser.get("/api/auth/token");
    return { id, cookie: body.token, token: () => Promise.resolve(body.token) };
  };
  const { body } = await browser.post("/api/auth/sign-in/anonymous", {});
  const id: string = body.user.id;
  const shown = async () => {
    const me = await person();
    return [await its.landing(me), await its.onboarding(me)];
  };
  const before = await shown();
  for (const experiment of [hero, order]) await its.expose(experiment, await person());
  const { status } = await browser.post("/api/auth/sign-up/email", {
    email: `${id}@example.test`,
    password: "tango on a tin roof",
    name: "Demo Ana",
  });
  expect(status).toBe(200);
  expect(await shown()).toEqual(before);
  for (const experiment of [hero, order]) {
    await its.expose(experiment, await person());
    await its.addExposures(experiment, { variant: "control", people: 4 });
    await its.addExposures(experiment, { variant: "variant-b", people: 4 });
    const converted = async () => {
      const { goals, control, variant } = await its.find(experiment);
      return [control + variant, goals[0]!.control.converted + goals[0]!.variant.converted];
    };
    await expect.poll(converted, { timeout: 60_000 }).toEqual([9, 1]);
  }
});

test("keeps what a running experiment compares, also during a pause, and applies it", async () => {
  await server.pool.query("update growth.experiments set is_running = false");
  const write = async (mutation: string, variables: object = {}) => {
    const { data, errors } = await server.graphql<Record<string, { version: number }>>(mutation, variables, {
      as: admin,
    });
    return { data, code: errors[0]?.extensions.code ?? null };
  };
  const questions = (list: "a" | "b", ...types: string[]) =>
    write(`mutation { saveQuestionOrder(list: ${list}, types: [${types.join(" ")}]) { type } }`);
  expect((await questions("b", "account_type", "reason")).code).toBeNull();
  const order = await its.running({ subject: "onboarding_order", value: {} });
  await its.setFlag(order, false);
  for (const list of ["a", "b"] as const)
    expect((await questions(list, "account_type", "age")).code).toBe("SUBJECT_VARIED");

  const interval = await its.running({
    subject: "checkout_interval",
    goal: "paid",
    value: { interval: "month" },
  });
  const { rows } = await server.pool.query("select version from site.settings");
  const settings = (version: number, preselectedInterval: string | null) =>
    write(
      "mutation ($version: Int!, $input: StudioSettingsInput!) { saveStudioSettings(version: $version, input: $input) { version } }",
      { version, input: { name: "Demo", preselectedInterval } },
    );
  expect((await settings(rows[0].version, "year")).code).toBe("SUBJECT_VARIED");
  expect((await settings(rows[0].version, null)).code).toBeNull();

  const hero = await its.running();
  const classes = await server.pool.query("select draft -> 'blocks' -> 0 as hero from studio.landing_page");
  const top = classes.rows[0].hero;
  const landing = async (title: string, text: string) => {
    const [{ version }] = (await server.pool.query("select version from studio.landing_page")).rows;
    const saved = await write(
      "mutation ($version: Int!, $input: LandingPageInput!) { saveLandingPage(version: $version, input: $input) { version } }",
      {
        version,
        input: {
          blocks: [
            { ...top, title },
            { id: randomUUID(), kind: "text", title: "Who we are", text },
          ],
        },
      },
    );
    expect(saved.code).toBeNull();
    return write("mutation ($version: Int!) { publishLandingPage(version: $version) { version } }", {
      version: saved.data!["saveLandingPage"]!.version,
    });
  };
  expect((await landing(top.title, "Two dancers")).code).toBeNull();
  expect((await landing("Another heading", "Three dancers")).code).toBe("SUBJECT_VARIED");

  for (const id of [hero, order, interval])
    expect((await its.end({ id, version: 2, chosen: "variant_b" })).error).toBeNull();
  const page = (await server.pool.query("select draft, published from studio.landing_page")).rows[0];
  // The draft is another one by now.
  expect(page).toMatchObject({
    draft: { blocks: [{ title: "Another heading" }, { text: "Three dancers" }] },
    published: { blocks: [{ title: "Dance now", text: "" }, { text: "Two dancers" }] },
  });
  const asked = await server.graphql<Record<string, { type: string }[]>>(
    "{ userPreferenceOptions { type } }",
  );
  expect(asked.data!["userPreferenceOptions"]!.map(({ type }) => type)).toEqual(["account_type", "reason"]);
  const applied = await server.pool.query(
    "select action from identity.staff_acts where actor_id = $1 order by happened_at desc, id desc limit 20",
    [admin.id],
  );
  expect(applied.rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["studio.landing_published", "onboarding.order_saved", "site.settings_changed"]),
  );
  expect((await questions("b", "account_type", "age")).code).toBeNull();
});
