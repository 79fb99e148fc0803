import { expect, test } from "vitest";
import { dateOrderOf, readTableDate } from "./table-dates.ts";

test.each([
  ["03.04.2024", "2024-04-03"],
  ["3.4.2024 18:30", "2024-04-03"],
  ["2024-04-03", "2024-04-03"],
  ["2024/4/3", "2024-04-03"],
  ["Apr 3, 2024", "2024-04-03"],
  ["April 3 2024, 18:30", "2024-04-03"],
  ["03/04/2024", "2024-04-03"],
])("reads %s", (text, day) => {
  expect(readTableDate(text, "day_first")).toEqual(new Date(`${day}T00:00:00Z`));
});

test("keeps a time with its zone", () => {
  expect(readTableDate("2024-04-03T18:30:00+02:00", "day_first")).toEqual(new Date("2024-04-03T16:30:00Z"));
});

test.each(["31.02.2024", "2024-13-01", "13/13/2024", "soon", "", "20240403", "03.04.24"])(
  "refuses “%s”",
  (text) => {
    expect(readTableDate(text, "day_first")).toBeNull();
  },
);

test("takes the order of dates with slashes from the whole column, and leaves it open if none tells", () => {
  expect(dateOrderOf(["03/04/2024", "14/04/2024", "x"])).toBe("day_first");
  expect(dateOrderOf(["03/04/2024", "04/14/2024"])).toBe("month_first");
  expect(dateOrderOf(["03/04/2024", "05/06/2024", "14.04.2024"])).toBeNull();
  expect(dateOrderOf(["14/04/2024", "04/14/2024"])).toBeNull();
  expect(readTableDate("03/04/2024", "month_first")).toEqual(new Date("2024-03-04T00:00:00Z"));
});
