import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { ConfigInvalid, readConfig } from "../../../platform/config/index.ts";
import type { IpLocator } from "../../../platform/ip-location.ts";
import { locate } from "./location.ts";
import { parseLocation } from "./parse.ts";
import { createServiceLocator } from "./service-locator.ts";

describe("formats of services and databases", () => {
  const berlin = { countryCode: "DE", country: "Germany", city: "Berlin", latitude: 52.5, longitude: 13.4 };
  test.each([
    ["ours", { ip: "x", ...berlin, region: "Berlin", timezone: "Europe/Berlin" }],
    [
      "ip-api",
      {
        countryCode: "DE",
        country: "Germany",
        regionName: "Land Berlin",
        city: "Berlin",
        timezone: "Europe/Berlin",
        lat: 52.5,
        lon: 13.4,
      },
    ],
    [
      "ipapi",
      {
        country_code: "DE",
        country_name: "Germany",
        region: "Berlin",
        city: "Berlin",
        timezone: "Europe/Berlin",
        latitude: 52.5,
        longitude: 13.4,
      },
    ],
    [
      "ipinfo",
      { country: "DE", region: "Berlin", city: "Berlin", timezone: "Europe/Berlin", loc: "52.5,13.4" },
    ],
    [
      "MaxMind",
      {
        country: { iso_code: "DE" },
        subdivisions: [{ names: { en: "Land Berlin" } }],
        city: { names: { en: "Berlin" } },
        location: { time_zone: "Europe/Berlin", latitude: 52.5, longitude: 13.4 },
      },
    ],
    [
      "ipwho.is",
      {
        country_code: "DE",
        city: "Berlin",
        latitude: 52.5,
        longitude: 13.4,
        timezone: { id: "Europe/Berlin" },
      },
    ],
  ])("parses the format of %s", (_name, raw) => {
    expect(parseLocation(raw)).toMatchObject({ ...berlin, timezone: "Europe/Berlin" });
  });

  test.each([
    [null],
    ["DE"],
    [{}],
    [{ countryCode: "XX" }],
    [{ country: "Germany" }],
    [{ countryCode: "T1" }],
    [{ status: "fail" }],
  ])("returns nothing for %j", (raw) => {
    expect(parseLocation(raw)).toBeNull();
  });

  test("drops impossible values", () => {
    expect(
      parseLocation({
        countryCode: "de",
        timezone: "Mars/Phobos",
        lat: 500,
        lon: "x",
        city: "y".repeat(500),
      }),
    ).toEqual({
      countryCode: "DE",
      country: "Germany",
      region: null,
      city: null,
      timezone: null,
      latitude: null,
      longitude: null,
    });
  });
});

describe("geolocation service", () => {
  let service: Server | null = null;
  afterEach(() => {
    service?.closeAllConnections();
    service?.close();
    service = null;
  });
  /** @returns its URL, and the request paths that it received */
  async function serve(answer: (path: string) => { status?: number; body: string } | null) {
    const asked: string[] = [];
    service = createServer((request, response) => {
      asked.push(request.url!);
      const found = answer(request.url!);
      // Null: it never answers.
      if (found)
        response.writeHead(found.status ?? 200, { "content-type": "application/json" }).end(found.body);
    });
    await new Promise<void>((resolve) => service!.listen(0, "127.0.0.1", resolve));
    return { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, asked };
  }
  const sweden = { body: '{"country_code":"SE"}' };

  test("is called with the IP address in its placeholder, or at the end", async () => {
    const { url, asked } = await serve(() => sweden);
    expect(await createServiceLocator(`${url}/json/{ip}?key=k`).locate("2a00:1::1")).toMatchObject({
      countryCode: "SE",
    });
    await createServiceLocator(`${url}/lookup/`).locate("203.0.113.7");
    expect(asked).toEqual(["/json/2a00%3A1%3A%3A1?key=k", "/lookup/203.0.113.7"]);
  });

  test("leaves the location unknown if it fails, returns nonsense or hangs, without failing the page", async () => {
    for (const answer of [() => ({ status: 500, body: "" }), () => ({ body: "<html>" }), () => null]) {
      const { url } = await serve(answer);
      const server = await startTestServer({
        roles: "api",
        env: { IP_LOCATION_URL: url, LOG_LEVEL: "silent" },
      });
      try {
        const response = await server.fetch("/ip-location", {
          headers: { "x-forwarded-for": "203.0.113.8" },
        });
        expect(response.status).toBe(200);
        expect(await response.json()).toMatchObject({ ip: "203.0.113.8", countryCode: null });
      } finally {
        await server.stop();
        service!.closeAllConnections();
        service!.close();
      }
    }
  });

  test("is called once per IP address, and only for clients of a trusted proxy", async () => {
    const { url, asked } = await serve(() => sweden);
    const trusting = await startTestServer({ roles: "api", env: { IP_LOCATION_URL: url } });
    const ask = (server: TestServer) =>
      server
        .fetch("/ip-location", { headers: { "x-forwarded-for": "203.0.113.8" } })
        .then((answer) => answer.json());
    try {
      expect(await Promise.all([ask(trusting), ask(trusting)])).toMatchObject([
        { countryCode: "SE" },
        { countryCode: "SE" },
      ]);
      expect(asked).toHaveLength(1);
    } finally {
      await trusting.stop();
    }
    const untrusting = await startTestServer({
      roles: "api",
      env: { IP_LOCATION_URL: url, TRUSTED_PROXIES: "" },
    });
    try {
      expect(await ask(untrusting)).toMatchObject({ ip: "127.0.0.1", countryCode: null });
      expect(asked).toHaveLength(1);
    } finally {
      await untrusting.stop();
    }
  });
});

describe("country header of a proxy", () => {
  test("is accepted from a trusted proxy alone", async () => {
    const ask = async (env: Record<string, string>, headers: Record<string, string>) => {
      const server = await startTestServer({
        roles: "api",
        env: { IP_COUNTRY_HEADER: "CF-IPCountry", ...env },
      });
      try {
        const answer = await server.fetch("/ip-location", { headers: { "cf-ipcountry": "JP", ...headers } });
        return ((await answer.json()) as { countryCode: string | null }).countryCode;
      } finally {
        await server.stop();
      }
    };
    expect(await ask({}, { "x-forwarded-for": "203.0.113.8" })).toBe("JP");
    expect(
      await ask({ TRUSTED_PROXIES: "198.51.100.0/24" }, { "x-forwarded-for": "203.0.113.8" }),
    ).toBeNull();
  });

  test("is refused at startup without a trusted proxy, as is a missing database", () => {
    expect(() => readConfig({ NODE_ENV: "test", IP_COUNTRY_HEADER: "cf-ipcountry" }, [])).toThrow(
      ConfigInvalid,
    );
    expect(() => readConfig({ NODE_ENV: "test", IP_LOCATION_FILE: "/no/such.mmdb" }, [])).toThrow(
      ConfigInvalid,
    );
  });
});

test("returns within the requested wait, and caches a late answer for the next request", async () => {
  let answer: (place: Awaited<ReturnType<IpLocator["locate"]>>) => void = () => undefined;
  const ipLocator: IpLocator = {
    locate: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  };
  const ctx = { ports: { ipLocator }, log: { warn: () => undefined } } as unknown as Parameters<
    typeof locate
  >[0];
  const caller = { address: "203.0.113.8", countryByProxy: null };
  expect((await locate(ctx, caller, 1)).countryCode).toBeNull();
  answer(parseLocation({ countryCode: "SE" }));
  expect((await locate(ctx, caller)).countryCode).toBe("SE");
});
