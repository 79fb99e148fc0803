import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { IpLocator } from "../../../platform/ip-location.ts";
import { createAgreeingLocator, createBuiltInLocator, createFileLocator } from "./file-locator.ts";
import { parseLocation } from "./parse.ts";

/** Writes a database in MaxMind's format with one network: the tree's left branch is followed for zero bits. */
function writeDatabase(network: string, bits: number, record: Record<string, unknown>): Buffer {
  const encode = (value: unknown): Buffer => {
    const head = (type: number, size: number) =>
      type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size]);
    if (typeof value === "string")
      return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)]);
    if (typeof value === "number") {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return Buffer.concat([head(6, 4), bytes]);
    }
    const entries = Object.entries(value as object);
    return Buffer.concat([
      head(7, entries.length),
      ...entries.flatMap(([key, held]) => [encode(key), encode(held)]),
    ]);
  };
  const address = network
    .split(":")
    .flatMap((part) => [...Number.parseInt(part, 16).toString(2).padStart(16, "0")]);
  const nodeCount = bits;
  const tree = Buffer.alloc(nodeCount * 6);
  for (let at = 0; at < bits; at += 1) {
    const next = at === bits - 1 ? nodeCount + 16 : at + 1;
    const side = Number(address[at]);
    tree.writeUIntBE(next, at * 6 + side * 3, 3);
    tree.writeUIntBE(nodeCount, at * 6 + (1 - side) * 3, 3);
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 0,
    database_type: "Test-Country",
    ip_version: 6,
    node_count: nodeCount,
    record_size: 24,
  });
  const marker = Buffer.concat([Buffer.from("abcdef", "hex"), Buffer.from("MaxMind.com")]);
  return Buffer.concat([tree, Buffer.alloc(16), encode(record), marker, metadata]);
}

describe("database file", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "eightcount-place-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("resolves its networks, including IPv6, and is first read at the first lookup", async () => {
    const path = join(folder, "places.mmdb");
    const locator = createFileLocator(path);
    await expect(locator.locate("2a00:1::1")).rejects.toThrow();
    await writeFile(path, writeDatabase("2a00:0001:0:0:0:0:0:0", 32, { country: { iso_code: "SE" } }));
    expect(await locator.locate("2a00:1::1")).toMatchObject({ countryCode: "SE", country: "Sweden" });
    await rm(path);
    expect(await locator.locate("2a00:1:ffff::9")).toMatchObject({ countryCode: "SE" });
    expect(await locator.locate("2a00:2::1")).toBeNull();
  });
});

describe("built-in databases", () => {
  const builtIn = createBuiltInLocator();

  test.each([
    ["141.20.1.1", "DE", "Germany"],
    ["130.89.148.12", "NL", "Netherlands"],
    ["90.10.1.1", "FR", "France"],
    ["86.130.1.1", "GB", "United Kingdom"],
    ["129.132.1.1", "CH", "Switzerland"],
    ["73.20.30.40", "US", "United States"],
    ["132.204.8.144", "CA", "Canada"],
    ["133.11.0.1", "JP", "Japan"],
    ["200.160.2.3", "BR", "Brazil"],
    ["1.130.1.1", "AU", "Australia"],
    ["2003:c0::1", "DE", "Germany"],
    ["2a01:e0a::1", "FR", "France"],
    ["2001:630:d0::1", "GB", "United Kingdom"],
    ["2600:1700::1", "US", "United States"],
    ["2405:200::1", "IN", "India"],
    ["2001:12ff::10", "BR", "Brazil"],
  ])("locate %s in %s", async (address, countryCode, country) => {
    expect(await builtIn.locate(address)).toEqual({
      countryCode,
      country,
      region: null,
      city: null,
      timezone: null,
      latitude: null,
      longitude: null,
    });
  });

  test.each(["203.0.113.5", "2001:db8::1", "178.83.1.1"])("return no location for %s", async (address) => {
    expect(await builtIn.locate(address)).toBeNull();
  });

  test("returns a location only if several sources agree", async () => {
    const withAnswer = (countryCode: string | null): IpLocator => ({
      locate: async () => (countryCode === null ? null : parseLocation({ countryCode })),
    });
    const asked = (...codes: (string | null)[]) =>
      createAgreeingLocator(codes.map(withAnswer)).locate("192.0.2.1");
    expect(await asked("SE", "SE")).toMatchObject({ countryCode: "SE" });
    expect(await asked("SE", "US")).toBeNull();
    expect(await asked("SE", null)).toBeNull();
    expect(await asked(null, "SE")).toBeNull();
    expect(await asked(null, null)).toBeNull();
  });

  test("resolves location and consent regime without configuration, but none for a private network", async () => {
    const server = await startTestServer({ roles: "api", env: {} });
    const at = async (address: string) => {
      const headers = { "x-forwarded-for": address };
      const place = (await (await server.fetch("/ip-location", { headers })).json()) as {
        ip: string;
        countryCode: string | null;
      };
      const as = await server.anonymous();
      await server.graphql(
        "mutation { setConsent(analytics: true, advertising: false, place: settings) { id } }",
        {},
        { as, headers },
      );
      const { rows } = await server.pool.query<{ regime: string }>(
        "select regime from growth.consents where person_id = $1",
        [as.id],
      );
      return [place.countryCode, rows[0]?.regime];
    };
    try {
      expect(await at("141.20.1.1")).toEqual(["DE", "opt_in"]);
      expect(await at("::ffff:141.20.1.1")).toEqual(["DE", "opt_in"]);
      expect(await at("2a01:e0a::1")).toEqual(["FR", "opt_in"]);
      expect(await at("86.130.1.1")).toEqual(["GB", "opt_in"]);
      expect(await at("73.20.30.40")).toEqual(["US", "opt_out"]);
      expect(await at("133.11.0.1")).toEqual(["JP", "opt_out"]);
      expect(await at("203.0.113.5")).toEqual([null, "opt_in"]);
      for (const own of ["127.0.0.1", "10.1.2.3", "192.168.0.9", "100.64.1.1", "::ffff:10.1.2.3", "fd00::1"])
        expect(await at(own)).toEqual([null, "opt_out"]);
    } finally {
      await server.stop();
    }
  });

  test("ignores a client's own forwarding header", async () => {
    const server = await startTestServer({ roles: "api", env: { TRUSTED_PROXIES: "" } });
    try {
      const answer = await server.fetch("/ip-location", {
        headers: {
          "x-forwarded-for": "73.20.30.40",
          forwarded: "for=73.20.30.40",
          "x-real-ip": "73.20.30.40",
        },
      });
      expect(await answer.json()).toMatchObject({ ip: "127.0.0.1", countryCode: null });
    } finally {
      await server.stop();
    }
  });
});
