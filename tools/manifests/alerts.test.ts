/** The alert rules, by Prometheus's own tool, and what operators find about them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const { groups } = parse(read("ops/prometheus/alerts.yaml")) as {
  groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: root, encoding: "utf8" });
  return { status, said: stdout + stderr };
};

test("Prometheus accepts the rules", () => {
  expect(promtool("check", "rules", "ops/prometheus/alerts.yaml")).toEqual({
    status: 0,
    said: expect.stringContaining(`SUCCESS: ${alerts.length} rules found`) as string,
  });
});

test("each alert fires on the series of its fault once its time is up, and is silent on healthy ones", () => {
  const [faults, healthy] = [
    "ops/prometheus/tests/faults.yaml",
    "ops/prometheus/tests/healthy.yaml",
  ] as const;
  const { status, said } = promtool("test", "rules", faults, healthy);
  expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("SUCCESS") as string });
  /** @returns alerts that fire, or that are silent, with how often */
  const expectedIn = (file: string, isFiring: boolean) => {
    const { tests } = parse(read(file)) as {
      tests: readonly {
        readonly alert_rule_test: readonly {
          readonly alertname: string;
          readonly exp_alerts: readonly object[];
        }[];
      }[];
    };
    return tests
      .flatMap((one) => one.alert_rule_test)
      .filter(({ exp_alerts }) => exp_alerts.length > 0 === isFiring)
      .map(({ alertname }) => alertname);
  };
  const [fires, waits, isSilent] = [
    expectedIn(faults, true),
    expectedIn(faults, false),
    expectedIn(healthy, false),
  ];
  expect(alerts.filter((alert) => !fires.includes(alert))).toEqual([]);
  expect(alerts.filter((alert) => !waits.includes(alert))).toEqual([]);
  expect(alerts.filter((alert) => !isSilent.includes(alert))).toEqual([]);
  expect(expectedIn(healthy, true)).toEqual([]);
});

test("docs/operate.md says what to do for each alert", () => {
  const [, section = ""] = read("docs/operate.md").split("\n### Alerts\n");
  const rows = [...section.split("\n## ")[0]!.matchAll(/^\| (Eightcount\w+) \| (.{20,}) \|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(alerts);
});
