/** Builds hls.js from its source, without what no class uses: a third fewer bytes to load and to run before a class starts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The library's own switches: whether a class uses what each of them adds. */
const switches = {
  __USE_ALT_AUDIO__: true,
  __USE_MEDIA_CAPABILITIES__: true,
  __USE_CMCD__: false,
  __USE_CONTENT_STEERING__: false,
  __USE_EME_DRM__: false,
  __USE_IFRAMES__: false,
  __USE_INTERSTITIALS__: false,
  __USE_M2TS_ADVANCED_CODECS__: false,
  __USE_SUBTITLES__: false,
  __USE_VARIABLE_SUBSTITUTION__: false,
  __IN_WORKER__: false,
};

/** @param root folder that contains `node_modules`. The build fails if the library has switches that aren't set here. */
export function hlsFromSource(root: string): Plugin {
  const folder = join(root, "node_modules/hls.js");
  const source = join(folder, "src");
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  const define: Record<string, string> = {
    ...Object.fromEntries(Object.entries(switches).map(([name, isOn]) => [name, JSON.stringify(isOn)])),
    __HLS_WORKER_BUNDLE__: "undefined",
    __VERSION__: JSON.stringify(version),
  };
  const declared = readFileSync(join(source, "define-plugin.d.ts"), "utf8").matchAll(/declare const (\w+):/g);
  for (const [, name = ""] of declared)
    if (!(name in define)) throw new Error(`hls.js has a new switch: set ${name} in tools/hls/plugin.ts`);
  return {
    name: "eightcount:hls",
    apply: "build",
    config: () => ({
      resolve: { alias: [{ find: /^hls\.js$/, replacement: join(source, "exports-named.ts") }] },
      define,
    }),
    // Imported even when it is switched off, and with it another package.
    load: {
      filter: { id: /\/hls\.js\/src\/controller\/cmcd-controller\.ts$/ },
      handler: () => "export default undefined;",
    },
  };
}
