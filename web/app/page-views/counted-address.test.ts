import { expect, test } from "vitest";
import { countedAddress, countedReferrer } from "./counted-address.ts";

const of = (path: string) => countedAddress(new URL(path, "https://dance.example"));

test("keeps the path and search, and never the hash", () => {
  expect(of("/library?style=house&set=today#secret")).toEqual({
    path: "/library",
    url: "https://dance.example/library?style=house&set=today",
    search: "?style=house&set=today",
  });
});

test("leaves out the key of a shared playlist", () => {
  expect(of("/class/first-bounce/play?set=shared-0b8f&part=2")).toEqual({
    path: "/class/first-bounce/play",
    url: "https://dance.example/class/first-bounce/play?part=2",
    search: "?part=2",
  });
  expect(of("/class/first-bounce?set=shared-0b8f")).toMatchObject({ search: "" });
});

test("leaves out the token of a draft's link", () => {
  expect(of("/draft/0b8f")).toEqual({
    path: "/draft/$token",
    url: "https://dance.example/draft/$token",
    search: "",
  });
});

test("leaves out the address of a certificate", () => {
  expect(of("/certificate/0b8f")).toMatchObject({ path: "/certificate/$id" });
});

test("leaves them out of the page before, and keeps other sites as they are", () => {
  const origin = "https://dance.example";
  expect(countedReferrer(`${origin}/draft/0b8f`, origin)).toBe(`${origin}/draft/$token`);
  expect(countedReferrer("https://news.example/draft/0b8f", origin)).toBe("https://news.example/draft/0b8f");
  expect(countedReferrer("", origin)).toBe("");
});
