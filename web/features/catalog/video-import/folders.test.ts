import { expect, test } from "vitest";
import { foldersOf } from "./folders.ts";
import type { ImportItem } from "./import-fragment.ts";

const item = (folder: string, fileName: string, mainId: string | null = null) =>
  ({ id: `${folder}/${fileName}`, folder, fileName, mainId }) as ImportItem;

test("takes folders of several videos for courses, in the order of their file names", () => {
  const items = [
    item("Salsa Basics", "10 Turn.mp4"),
    item("Salsa Basics", "2 Step.mp4"),
    item("Salsa Basics", "2 Step back.mp4", "Salsa Basics/2 Step.mp4"),
    item("Salsa Basics", "01 Intro.mp4"),
    item("Courses/House", "b.mp4"),
    item("Courses/House", "a.mp4"),
    item("Alone", "one.mp4"),
    item("", "x.mp4"),
    item("", "y.mp4"),
  ];
  const found = foldersOf("Heels", items).map(({ title, videos }) => [
    title,
    videos.map((one) => one.fileName),
  ]);
  expect(found).toEqual([
    ["Salsa Basics", ["01 Intro.mp4", "2 Step.mp4", "10 Turn.mp4"]],
    ["House", ["a.mp4", "b.mp4"]],
    ["Heels", ["x.mp4", "y.mp4"]],
  ]);
});

test("names a folder as its course is saved, however a computer writes accents", () => {
  const folder = "Kurse/ Fu\u0308r alle";
  const [found] = foldersOf("Heels", [item(folder, "1.mp4"), item(folder, "2.mp4")]);
  expect(found!.title).toBe("F\u00fcr alle");
});

test("tells folders of one name apart, and shortens what is too long for a course", () => {
  const titles = (...paths: string[]) =>
    foldersOf(
      "Salsa",
      paths.flatMap((path) => [item(path, "1.mp4"), item(path, "2.mp4")]),
    ).map(({ title }) => title);
  expect(titles("Kids/Week 1", "Adults/week 1", "Week 2")).toEqual([
    "Kids – Week 1",
    "Adults – week 1",
    "Week 2",
  ]);
  expect(titles("", "Salsa")).toEqual(["Salsa", "Salsa – Salsa"]);
  const long = "Slow steps for everyone ".repeat(5).trim();
  const [first, second] = titles(`A/${long}`, `B/${long}`);
  expect(first!.length).toBeLessThanOrEqual(80);
  expect(first).toMatch(/^A – Slow steps for everyone .*…$/);
  expect(second).not.toBe(first);
  const [one, two] = titles(`${long} 1`, `${long} 2`);
  expect(two).not.toBe(one);
  expect(two!.length).toBeLessThanOrEqual(80);
});
