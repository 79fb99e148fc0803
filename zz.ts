import { chromium } from "playwright-core";
import { randomUUID } from "node:crypto";
import { startTestDatabase, startTestServer } from "./server/testing/harness.ts";
import { createClass, createLibrary } from "./server/testing/factories.ts";
import { countCompletion, seedChallenges } from "./server/modules/challenges/index.ts";
import { tell } from "./server/modules/notifications/tell.ts";
import { webDir } from "./server/app/start.ts";
const stopDb = await startTestDatabase();
const server = await startTestServer({ webDir });
await createLibrary(server.pool);
const ctx = server.ctx(); const day = 864e5; const now = Date.now();
await ctx.transact((tx) => seedChallenges(tx, [{ slug: "eight-in-two-weeks", title: "Eight in two weeks", description: "Complete eight classes, any style, any level. Each class counts once, so go and meet a new one.", triggerType: "class_completed", requiredClassIds: [], startsAt: new Date(now - 6 * day), endsAt: new Date(now + 8 * day), goalHeader: "Complete eight classes", subtitleHeader: "Any style, any level", earnedByHeader: "Earned by dancing whole classes", badges: [{ slug: "two-of-eight", name: "Two of eight", description: "Two classes within the two weeks", amountToEarn: 2 }, { slug: "half-eight", name: "Half an eight", description: "Four classes", amountToEarn: 4 }, { slug: "whole-eight", name: "The whole eight", description: "Eight classes", amountToEarn: 8 }] }], []));
const classes = []; for (let i = 0; i < 30; i++) classes.push(await createClass(server.pool, { isPlayable: true } as never));
const join = (as: any) => server.graphql('mutation { joinChallenge(id: "eight-in-two-weeks") { id } }', {}, { as });
const me = await server.member({ username: "demo_dora", name: "Demo Dora" });
const others = []; for (let i = 0; i < 32; i++) { const o = await server.member({ username: `demo_${["ana","ben","cleo","dan","eve","finn","gus","hana"][i % 8]}_${i}` }); others.push(o); await join(o); for (let c = 0; c < 2 + (i % 7); c++) await countCompletion(ctx, { personId: o.id, classId: classes[c]!.id, completedAt: new Date(now + 1000 + i * 60000 + c), playedMs: 6e5 }); }
await join(me);
for (let i = 0; i < 14; i++) await countCompletion(ctx, { personId: me.id, classId: classes[i]!.id, completedAt: new Date(i === 0 ? now + 5000 : now - i * 2.6 * day), playedMs: 9e5 });
await new Promise((r) => setTimeout(r, 6000));
const say = (n: object) => ctx.transact((tx) => tell(tx, { sourceId: randomUUID(), people: [me.id], kind: "UGCComment", groupKey: randomUUID(), path: "/post/1", ...n } as never));
await say({ kind: "UGCReactionLike", facts: { thing: "post" }, actorId: others[1]!.id, groupKey: "l" }); await say({ kind: "UGCReactionLike", facts: { thing: "post" }, actorId: others[2]!.id, groupKey: "l" }); await say({ kind: "UGCReactionLike", facts: { thing: "post" }, actorId: others[3]!.id, groupKey: "l" });
await say({ actorId: others[4]!.id }); await say({ kind: "ChallengeEnding", facts: { title: "Eight in two weeks", amount: 1, goal: 8 } });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(" ") });
for (const [w, theme] of [[390, "room"], [1440, "daylight"], [1440, "room"]] as const) {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: w, height: w === 390 ? 844 : 900 } });
  const [n, v] = me.cookie.split("; ")[0]!.split("=");
  await context.addCookies(me.cookie.split("; ").map((c) => { const i = c.indexOf("="); return { name: c.slice(0, i), value: c.slice(i + 1), url: server.url }; }).concat([{ name: "theme", value: theme, url: server.url }]));
  const page = await context.newPage();
  for (const [name, path] of [["challenges", "/challenges"], ["challenge", "/challenge/eight-in-two-weeks"], ["inbox", "/notifications"], ["nsettings", "/account/notifications"], ["badge", "/badge/half-eight"], ["dashboard", "/dashboard"]]) {
    await page.goto(path!); await page.waitForTimeout(2500);
    await page.screenshot({ path: `/tmp/s-${name}-${w}-${theme}.png`, fullPage: true });
  }
  await context.close();
}
await browser.close();
for (const p of ["/share/badge/whole-eight.2.png", "/share/challenge/eight-in-two-weeks.2.png"]) await (await import("node:fs/promises")).writeFile(`/tmp/s-share-${p.split("/")[2]}.png`, Buffer.from(await (await server.fetch(p)).arrayBuffer()));
await server.stop(); await stopDb(); process.exit(0);
