import { expect, test } from "vitest";
import { offlineFiles } from "./plugin.ts";

const chunk = (fileName: string, moduleIds: string[], more: object = {}) => ({
  type: "chunk",
  fileName,
  moduleIds,
  imports: [],
  dynamicImports: [],
  isEntry: false,
  ...more,
});

test("the list contains the player's files, static and lazy, workers, and no other page's", () => {
  const emitted: { fileName: string; source: string }[] = [];
  const bundle = Object.fromEntries(
    [
      chunk("assets/index.js", ["/web/main.tsx"], {
        isEntry: true,
        imports: ["assets/shell.js"],
        dynamicImports: ["assets/player-page.js", "assets/money-page.js"],
      }),
      chunk("assets/shell.js", ["/web/features/player/routes.ts"], {
        dynamicImports: ["assets/money-page.js"],
      }),
      chunk("assets/player-page.js", ["/web/features/player/pages/player-page.tsx"], {
        imports: ["assets/styles.js"],
        dynamicImports: ["assets/screen.js"],
      }),
      chunk("assets/styles.js", ["/web/features/player/pages/player.css"], {
        viteMetadata: { importedCss: new Set(["assets/player.css"]) },
      }),
      chunk("assets/screen.js", ["/web/features/player/controls/player-screen.tsx"]),
      chunk("assets/money-page.js", ["/web/features/billing/revenue/revenue-page.tsx"]),
      { type: "asset", fileName: "assets/line-up-worker-B5MZvu5y.js" },
    ].map((one) => [one.fileName, one]),
  );
  const { generateBundle } = offlineFiles() as unknown as {
    generateBundle: (options: object, bundle: object) => void;
  };
  generateBundle.call({ emitFile: (file: never) => void emitted.push(file) }, {}, bundle);
  const files = JSON.parse(emitted[0]!.source) as string[];
  expect(files.filter((file) => file.startsWith("/assets/"))).toEqual([
    "/assets/index.js",
    "/assets/line-up-worker-B5MZvu5y.js",
    "/assets/player-page.js",
    "/assets/player.css",
    "/assets/screen.js",
    "/assets/shell.js",
  ]);
  expect(files).toContain("/faces/face-8.svg");
});
