import { subscribeAs } from "../modules/billing/testing.ts";
import { randomUUID, scryptSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { defaultFace, faceOf } from "../../contract/faces.ts";
import { keyedHash } from "../platform/signature.ts";
import { createClass } from "../testing/factories.ts";
import type { TestPerson } from "../testing/harness.ts";
import { server, call, change, add, choose, parent, startFamilies } from "./family-testing.ts";

startFamilies();

const whoDances = async (as: TestPerson) =>
  (
    await call<{ me: { id: string; name: string; isChild: boolean; isActive: boolean; familySize: number } }>(
      as,
      "{ me { id name isChild isActive familySize } }",
    )
  ).data!.me;

/** A plan with six seats. */
const subscribeFamily = (accountId: string) =>
  server.pool.query(
    `insert into billing.subscriptions (person_id, status, provider, access_type, plan_id)
     values ($1, 'active', 'eightcount', 'premium', 'premium-family-yearly')`,
    [accountId],
  );

describe("a family", () => {
  test("lists the account holder first, and only a registered adult adds profiles", async () => {
    const { holder, child } = await parent();
    expect(child).toMatchObject({ name: "Demo Mia", isChild: true, isHolder: false });
    const { family } = await add(holder, "  Demo   Noah ", false);
    expect(family).toMatchObject({ hasPin: true, activeId: holder.id });
    expect(family!.members.map(({ name }) => name)).toEqual(["Demo Parent", "Demo Mia", "Demo Noah"]);
    expect((await whoDances(holder)).familySize).toBe(3);
    const guest = await server.anonymous();
    expect((await add(guest, "Demo Mia", true, "2468")).errors[0]?.extensions.code).toBe(
      "REGISTRATION_REQUIRED",
    );
  });

  test("adds no profile twice with the same key, and at most six, also concurrently", async () => {
    const holder = await server.member();
    await add(holder, "Demo One", false, undefined, "key");
    expect((await add(holder, "Demo One", false, undefined, "key")).family!.members).toHaveLength(2);
    const answers = await Promise.all(Array.from({ length: 9 }, () => add(holder, "Demo Next", false)));
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(5);
    expect(answers.flatMap(({ errors }) => errors).map(({ extensions }) => extensions.code)).toEqual(
      Array.from({ length: 4 }, () => "FAMILY_FULL"),
    );
  });

  test("gives each profile another portrait, also to those of the same name", async () => {
    const holder = await server.member();
    for (let added = 0; added < 6; added += 1) await add(holder, "Demo Twin", false);
    const { data } = await call<{ family: { members: { name: string; photoURL: string | null }[] } }>(
      holder,
      "{ family { members { name photoURL } } }",
    );
    const faces = data!.family.members.map(({ name, photoURL }) => faceOf(photoURL) ?? defaultFace(name));
    expect(faces).toHaveLength(7);
    expect(new Set(faces).size).toBe(7);
  });

  test("refuses a child's profile without a PIN, invalid PINs and invalid names", async () => {
    const holder = await server.member();
    for (const [answer, field] of [
      [await add(holder, "Demo Mia", true), "pin"],
      [await add(holder, "Demo Mia", true, "12"), "pin"],
      [await add(holder, " ", false), "name"],
      [await add(holder, "x".repeat(41), false), "name"],
    ] as const)
      expect(answer.errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field });
  });

  test("changes and removes only its own profiles, with all their data", async () => {
    const { holder, child } = await parent();
    const other = await parent();
    expect(
      (await change(holder, `updateFamilyMember(id: "${child.id}", name: "Demo Mia B.")`)).family!.members[1],
    ).toMatchObject({ name: "Demo Mia B.", isChild: true });
    for (const id of [other.child.id, other.holder.id, holder.id, "nobody"]) {
      for (const mutation of [
        `updateFamilyMember(id: "${id}", name: "Demo")`,
        `removeFamilyMember(id: "${id}")`,
      ]) {
        const code = (await change(holder, mutation)).errors[0]?.extensions.code;
        expect(["NOT_FOUND", "BAD_INPUT"]).toContain(code);
      }
      if (id !== holder.id) expect((await choose(holder, id)).errors[0]?.extensions.code).toBe("NOT_FOUND");
    }
    expect((await change(holder, `removeFamilyMember(id: "${child.id}")`)).family!.members).toHaveLength(1);
    const { rows } = await server.pool.query(`select from identity."user" where id = $1`, [child.id]);
    expect(rows).toEqual([]);
  });
});

describe("active profile", () => {
  test("is chosen at sign-in, has its own progress and uses the account's subscription", async () => {
    const { holder, child } = await parent();
    await subscribeFamily(holder.id);
    const { id } = await createClass(server.pool, { accessType: "premium", isPlayable: true });
    const saved = `{ savedClasses { items { studioClass { id } } } studioClass(id: "${id}") { isLocked isSaved } }`;
    await call(holder, `mutation { saveClass(classId: "${id}") { id } }`);
    await choose(holder, child.id);
    expect(await whoDances(holder)).toEqual({
      id: child.id,
      name: "Demo Mia",
      isChild: true,
      isActive: true,
      familySize: 2,
    });
    const { data, errors } = await call(holder, saved);
    expect(errors).toEqual([]);
    expect(data).toEqual({ savedClasses: { items: [] }, studioClass: { isLocked: false, isSaved: false } });
  });

  test("changes only in its own session, whose previous tokens are refused", async () => {
    const { holder, child } = await parent();
    const before = await holder.token();
    await choose(holder, child.id);
    await whoDances(holder);
    const { errors } = await server.graphql(
      "{ me { id } }",
      {},
      { headers: { "x-auth-token": `Bearer ${before}` } },
    );
    expect(errors[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });

  test("returns to an adult only with the PIN; after twelve wrong ones the right one is refused, too", async () => {
    const { holder, child } = await parent();
    await choose(holder, child.id);
    expect((await choose(holder, holder.id)).errors[0]?.extensions).toMatchObject({
      code: "PIN_NEEDED",
      field: "pin",
    });
    expect((await choose(holder, holder.id, "2468")).family?.activeId).toBe(holder.id);
    expect((await whoDances(holder)).isChild).toBe(false);

    await choose(holder, child.id);
    const codes: (string | undefined)[] = [];
    for (let tried = 0; tried < 12; tried += 1)
      codes.push((await choose(holder, holder.id, String(1000 + tried))).errors[0]?.extensions.code);
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "WRONG_PIN"));
    expect(new Set(codes.slice(5))).toEqual(new Set(["RATE_LIMITED"]));
    expect((await choose(holder, holder.id, "2468")).errors[0]?.extensions.code).toBe("RATE_LIMITED");
    expect((await whoDances(holder)).isChild).toBe(true);
  });

  test("hides the account's money from another adult, who needs the PIN to become its owner", async () => {
    const { holder } = await parent();
    const { data } = await subscribeAs(server, holder, { withoutTrial: true });
    const { id } = data!.subscriptionCreateV2;
    const { family } = await add(holder, "Demo Noah", false);
    const adult = family!.members.find(({ name }) => name === "Demo Noah")!;
    await choose(holder, adult.id);
    const codeOf = async (query: string) => (await call(holder, query)).errors[0]?.extensions.code;
    expect(await codeOf("{ invoices { total } }")).toBe("FORBIDDEN");
    expect(await codeOf(`mutation { subscriptionCancel(id: "${id}", atPeriodEnd: false) { id } }`)).toBe(
      "FORBIDDEN",
    );
    const shown = await call(holder, "{ userSubscriptionHistory { id } me { primarySubscription { id } } }");
    expect(shown.data).toEqual({ userSubscriptionHistory: [], me: { primarySubscription: null } });
    expect((await choose(holder, holder.id)).errors[0]?.extensions.code).toBe("PIN_NEEDED");
    await choose(holder, holder.id, "2468");
    expect(await codeOf("{ invoices { total } }")).toBeUndefined();
  });

  test("has as many profiles with the plan as it has seats: chosen ones first, then the oldest", async () => {
    const { holder, child } = await parent();
    await subscribeFamily(holder.id);
    const added: string[] = [];
    for (const name of ["Demo Ada", "Demo Ben", "Demo Cid", "Demo Dov", "Demo Eli"])
      added.push((await add(holder, name, true)).family!.members.at(-1)!.id);
    const seats = async () =>
      (
        await call<{ family: { seats: { count: number; personIds: string[] } } }>(
          holder,
          "{ family { seats { count personIds } } }",
        )
      ).data!.family.seats;
    expect(await seats()).toEqual({ count: 6, personIds: [holder.id, child.id, ...added.slice(0, 4)] });
    const { id } = await createClass(server.pool, { accessType: "premium", isPlayable: true });
    const isLocked = async (personId: string) => {
      await choose(holder, personId);
      const { data } = await call<{ studioClass: { isLocked: boolean } }>(
        holder,
        `{ studioClass(id: "${id}") { isLocked } }`,
      );
      const { isActive } = await whoDances(holder);
      await choose(holder, holder.id, "2468");
      expect(isActive).toBe(!data!.studioClass.isLocked);
      return data!.studioClass.isLocked;
    };
    const last = added[4]!;
    expect([await isLocked(child.id), await isLocked(last)]).toEqual([false, true]);
    const chosen = (ids: string[]) => change(holder, `familySeatsChoose(memberIds: ${JSON.stringify(ids)})`);
    await chosen([last]);
    expect([await isLocked(last), await isLocked(added[3]!)]).toEqual([false, true]);
    expect((await chosen([child.id, ...added])).errors[0]?.extensions).toMatchObject({
      code: "BAD_INPUT",
      field: "memberIds",
    });
    // A plan of one seat leaves the others with free classes, and deletes nothing.
    await server.pool.query(
      "update billing.subscriptions set plan_id = 'premium-monthly' where person_id = $1",
      [holder.id],
    );
    expect(await seats()).toEqual({ count: 1, personIds: [holder.id] });
    expect([await isLocked(holder.id), await isLocked(last)]).toEqual([false, true]);
    expect((await add(holder, "Demo Fay", true)).errors[0]?.extensions.code).toBe("FAMILY_FULL");
  });

  test("switches between children without a PIN, and ends the session if the child is removed elsewhere", async () => {
    const { holder, child } = await parent();
    const { family } = await add(holder, "Demo Lea", true);
    const lea = family!.members[2]!;
    await choose(holder, child.id);
    expect((await choose(holder, lea.id)).family?.activeId).toBe(lea.id);
    await server.pool.query(`delete from identity."user" where id = $1`, [lea.id]);
    expect((await server.fetch("/api/auth/token", { headers: { cookie: holder.cookie } })).status).toBe(401);
  });

  test("can't change the PIN without the old one, except right after signing in", async () => {
    const { holder } = await parent();
    const pinOf = (pin: string, current?: string) =>
      change(holder, `setFamilyPin(pin: "${pin}"${current ? `, currentPin: "${current}"` : ""})`);
    expect((await pinOf("1357", "9999")).errors[0]?.extensions).toMatchObject({
      code: "WRONG_PIN",
      field: "currentPin",
    });
    expect((await pinOf("1357", "2468")).errors).toEqual([]);
    expect((await pinOf("8642")).errors).toEqual([]);
    await server.pool.query(
      `update identity."session" set "confirmedAt" = now() - interval '1 hour' where "userId" = $1`,
      [holder.id],
    );
    expect((await pinOf("1111")).errors[0]?.extensions.code).toBe("CONFIRMATION_NEEDED");
  });

  test("replaces a PIN's hash of lower cost when the PIN is entered, and keeps the PIN", async () => {
    const { holder, child } = await parent();
    const [salt, cost] = [randomUUID(), { N: 256, r: 8, p: 1 }];
    const key = scryptSync(keyedHash(server.ctx().config.authSecret, "pin 2468"), salt, 64, cost);
    const early = `scrypt$256$8$1$${salt}:${key.toString("hex")}`;
    await server.pool.query(`update identity.family_pins set hash = $2 where account_id = $1`, [
      holder.id,
      early,
    ]);
    const hash = async () =>
      (await server.pool.query(`select hash from identity.family_pins where account_id = $1`, [holder.id]))
        .rows[0].hash as string;
    await choose(holder, child.id);
    expect((await choose(holder, holder.id, "9999")).errors[0]?.extensions.code).toBe("WRONG_PIN");
    expect(await hash()).toBe(early);
    expect((await choose(holder, holder.id, "2468")).errors).toEqual([]);
    const replaced = await hash();
    expect(replaced).toMatch(/^scrypt\$1024\$8\$1\$/);
    await choose(holder, child.id);
    expect((await choose(holder, holder.id, "2468")).errors).toEqual([]);
    expect(await hash()).toBe(replaced);
  });

  test("the database contains no PIN, nor a hash that four digits could be guessed from", async () => {
    const { holder } = await parent();
    const { rows } = await server.pool.query(`select hash from identity.family_pins where account_id = $1`, [
      holder.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain("2468");
    expect(rows[0].hash.length).toBeGreaterThan(60);
  });
});
