import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const { services } = parse(readFileSync(join(root, "ops/compose.yaml"), "utf8"), { merge: true }) as {
  services: Readonly<
    Record<
      string,
      {
        readonly image: string;
        readonly entrypoint?: readonly string[];
        readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
        readonly restart: string;
      }
    >
  >;
};

test("the database is migrated once it is there, and servers and workers start after that", () => {
  const { migrate, api, worker } = services as Record<
    "migrate" | "api" | "worker",
    (typeof services)[string]
  >;
  expect(migrate.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
  expect(existsSync(join(root, migrate.entrypoint![1]!))).toBe(true);
  for (const service of [api, worker]) {
    expect(service.image).toBe(migrate.image);
    expect(service.depends_on?.["migrate"]).toEqual({ condition: "service_completed_successfully" });
  }
});

test("a process that ended starts again, but not a migration that has run", () => {
  const others = Object.entries(services).filter(([name]) => name !== "migrate");
  expect(others.map(([, { restart }]) => restart)).toEqual(others.map(() => "unless-stopped"));
  expect(services["migrate"]!.restart).toBe("on-failure");
});
