import "../app/app.css";
import { afterEach, beforeEach } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

beforeEach(async () => {
  // The library registers this for the first file only, as the files share their modules.
  await cleanup();
  document.documentElement.lang = "en";
  document.documentElement.dataset["theme"] = "room";
  await page.viewport(820, 900);
});
// Drafts of one test must not be found by the next.
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
