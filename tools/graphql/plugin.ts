/** The Vite plugin that turns graphql(`…`) into trusted documents. See documents.ts for what "trusted" means. */
import type { Plugin } from "vite";
import { parse } from "graphql";
import { cacheSchema, collectDocuments, graphqlCall, nullablesOf, type Documents } from "./documents.ts";
import { writeTypes } from "./types.ts";

const SCHEMA_MODULE = "virtual:cache-schema";

/**
 * `webRoot`, `schemaPath`, `typesPath`: absolute paths. Each operation becomes its text. The build gets `.meta/trusted-documents.json`: {sha256: {name, body}}.
 */
export function graphqlDocuments(options: {
  webRoot: string;
  schemaPath: string;
  typesPath: string;
}): Plugin {
  let documents: Documents | undefined;
  let isBuild = false;
  const read = (): Documents => {
    if (documents) return documents;
    documents = collectDocuments(options.webRoot, options.schemaPath);
    writeTypes(documents.schema, options.typesPath);
    return documents;
  };

  return {
    name: "eightcount:graphql",
    enforce: "pre",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    buildStart() {
      documents = undefined;
      this.addWatchFile(options.schemaPath);
      read();
    },
    watchChange() {
      documents = undefined;
    },
    hotUpdate({ file, read: readChanged }) {
      // A fragment's text is part of operations in other files, so updating one module is not enough.
      if (file !== options.schemaPath && !file.startsWith(options.webRoot)) return;
      documents = undefined;
      const environment = this.environment;
      return Promise.resolve(readChanged()).then((text) => {
        if (file !== options.schemaPath && !text.includes("graphql(`")) return undefined;
        environment.moduleGraph.invalidateAll();
        environment.hot.send({ type: "full-reload" });
        return [];
      });
    },
    resolveId: {
      filter: { id: /^virtual:cache-schema$/ },
      handler: () => `\0${SCHEMA_MODULE}`,
    },
    load: {
      filter: { id: /^\0virtual:cache-schema$/ },
      handler: () =>
        isBuild
          ? `import { readNullables } from "/graphql/cache-schema.ts"; export const cacheSchema = readNullables(${JSON.stringify(nullablesOf(cacheSchema(read())))})`
          : `export const cacheSchema = ${JSON.stringify(cacheSchema(read()))}`,
    },
    transform: {
      filter: { id: /\.tsx?(\?|$)/, code: /\bgraphql\(\s*`/ },
      handler(code, id) {
        if (!id.startsWith(options.webRoot)) return undefined;
        const replaced = code.replace(graphqlCall, (call, text: string) => {
          const lines = "\n".repeat(call.split("\n").length - 1);
          const definition = parse(text).definitions.find(({ kind }) => kind === "OperationDefinition");
          if (definition?.kind !== "OperationDefinition") return `undefined${lines}`; // masking only affects types
          const body = read().byName.get(definition.name?.value ?? "")?.body;
          if (body === undefined)
            throw new Error(`${id}: the operation ${definition.name?.value} was not collected`);
          return JSON.stringify(body) + lines;
        });
        return { code: replaced, map: null };
      },
    },
    generateBundle() {
      this.emitFile({
        type: "asset",
        fileName: ".meta/trusted-documents.json",
        source: `${JSON.stringify(read().byHash, null, 1)}\n`,
      });
    },
  };
}
