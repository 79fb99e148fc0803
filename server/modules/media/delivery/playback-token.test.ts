import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { revokeLinks } from "../index.ts";
import type { PlaybackLinks } from "../index.ts";
import { signGrant, verifyGrant } from "./token.ts";
import {
  server,
  assetId,
  personId,
  play,
  statusOf,
  statusOfRaw,
  setAhead,
  otherId,
  startDelivery,
} from "./testing.ts";

startDelivery();

describe("playback token", () => {
  const pathsOf = (links: PlaybackLinks) => {
    const [, , token, asset, version] = new URL(links.hlsUrl).pathname.split("/") as [
      string,
      string,
      string,
      string,
      string,
    ];
    return { token, asset, version };
  };

  it("grants access to one asset until it expires, and to nothing else", async () => {
    const links = await play("full");
    const { token, version } = pathsOf(links);
    const other = pathsOf(await play("full", { asset: otherId }));
    expect(await statusOf(`${server.url}/media/${token}/${otherId}/${other.version}/front/master.m3u8`)).toBe(
      403,
    );
    expect(await statusOf(`${server.url}/media/${token}/${assetId}/${other.version}/front/master.m3u8`)).toBe(
      403,
    );
    expect(
      await statusOf(`${server.url}/media/${other.token}/${assetId}/${version}/front/v180/init.mp4`),
    ).toBe(403);
    for (const path of [
      `../../${otherId}/${other.version}/front/master.m3u8`,
      `..%2f..%2f${otherId}%2f${other.version}%2ffront%2fmaster.m3u8`,
      "..%2f..%2f..%2f..%2fsecrets.json",
      "%2e%2e/%2e%2e/%2e%2e/%2e%2e/secrets.json",
      "..\\..\\secrets.json",
    ]) {
      expect([400, 403, 404], path).toContain(
        await statusOfRaw(`/media/${token}/${assetId}/${version}/${path}`),
      );
    }
    expect([400, 403, 404]).toContain(
      await statusOfRaw(`/pictures/../assets/${assetId}/${version}/front/master.m3u8`),
    );
    expect([400, 403, 404]).toContain(
      await statusOfRaw(`/pictures/..%2fassets%2f${assetId}%2f${version}%2ffront%2fmaster.m3u8`),
    );
  });

  it("expires within four hours, or sooner if requested", async () => {
    const links = await play("full");
    expect(links.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(4 * 3_600_000);
    const long = await play("full", { forMs: 24 * 3_600_000 });
    expect(long.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(4 * 3_600_000);
    const short = await play("full", { forMs: 60_000 });
    setAhead(61_000);
    expect(await statusOf(short.hlsUrl)).toBe(403);
    expect(await statusOf(links.hlsUrl)).toBe(200);
    setAhead(4 * 3_600_000 + 1000);
    expect(await statusOf(links.hlsUrl)).toBe(403);
    expect(await statusOf(long.hlsUrl)).toBe(403);
  });

  it("is rejected if its scope, expiry, person or a single character is changed", async () => {
    const { token, version } = pathsOf(await play("preview"));
    const url = (changed: string) => `${server.url}/media/${changed}/${assetId}/${version}/front/master.m3u8`;
    const [scope, person, expires, stream, signature] = token.split(".") as [
      string,
      string,
      string,
      string,
      string,
    ];
    const later = (Number.parseInt(expires, 36) + 3600).toString(36);
    const forged = [
      ["f", person, expires, stream, signature],
      [scope, randomUUID(), expires, stream, signature],
      [scope, person, later, stream, signature],
      [scope, person, expires, "another", signature],
      [scope, person, expires, stream, (signature.startsWith("A") ? "B" : "A") + signature.slice(1)],
      [scope, person, expires, stream],
      [scope, person, expires, stream, ""],
    ];
    for (const parts of forged) expect(await statusOf(url(parts.join("."))), parts.join(".")).toBe(403);
    for (const made of ["x", "a".repeat(400), "f.f.f.f.f"]) expect(await statusOf(url(made))).toBe(403);
    expect(await statusOf(url("%00"))).toBe(400);
    const grant = {
      personId,
      assetId,
      version,
      scope: "full",
      expiresAt: Date.now() + 60_000,
      streamId: "s",
    } as const;
    expect(await statusOf(url(signGrant(grant, "another secret of thirty-two letters")))).toBe(403);
    expect(verifyGrant(signGrant(grant, "k"), { assetId, version }, "k", Date.now())).toMatchObject({
      personId,
      scope: "full",
    });
  });
});

it("is rejected for a whole class once access is revoked, while the preview still plays", async () => {
  const full = await play("full");
  const preview = await play("preview");
  await server.ctx().transact((tx) => revokeLinks(tx, [personId]));
  expect(await statusOf(full.hlsUrl)).toBe(403);
  expect(await statusOf(preview.hlsUrl)).toBe(200);
});
