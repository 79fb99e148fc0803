/**
 * The Vite plugin for Lingui's macros. The source language is compiled into the code that shows it, so that a route loads only its
 * own messages. Another language replaces them by a catalog that is loaded as a whole.
 */
import { transformAsync, types as t, type PluginObj } from "@babel/core";
import linguiMacro from "@lingui/babel-plugin-lingui-macro";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

/** Transforms every file that imports a Lingui macro. */
export function messages(): Plugin {
  return {
    name: "eightcount:messages",
    enforce: "pre",
    transform: {
      filter: { id: /\.tsx?(\?|$)/, code: /@lingui\/(core|react)\/macro/ },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id.split("?")[0] ?? id,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          retainLines: true,
          parserOpts: { plugins: ["typescript", "jsx"] },
          plugins: [[linguiMacro, { descriptorFields: "message", linguiConfig: undefined }], compileMessages],
        });
        return result?.code ? { code: result.code, map: result.map as never } : undefined;
      },
    },
  };
}

/** Replaces each message's ICU text with its compiled tokens, which need no parser in the browser. */
function compileMessages(): PluginObj {
  return {
    name: "compile-messages",
    visitor: {
      Program: {
        exit(program) {
          program.traverse({
            ObjectProperty({ node }) {
              const marked = node.key.type === "Identifier" && node.key.name === "message";
              if (marked && t.isStringLiteral(node.value)) node.value = compiled(node.value.value);
            },
            JSXAttribute({ node }) {
              if (node.name.name !== "message" || !node.value) return;
              const value = t.isJSXExpressionContainer(node.value) ? node.value.expression : node.value;
              if (t.isStringLiteral(value)) node.value = t.jsxExpressionContainer(compiled(value.value));
            },
          });
        },
      },
    },
  };
}

function compiled(message: string): t.Expression {
  const tokens = compileMessageOrThrow(message);
  return t.valueToNode(tokens);
}
