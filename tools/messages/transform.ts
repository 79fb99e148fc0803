/** Lingui's macros, transformed by Babel: for the build, the tests, and the extraction of messages. */
import { transformAsync, types as t, type PluginItem } from "@babel/core";
import linguiMacro from "@lingui/babel-plugin-lingui-macro";

/** Files that use a macro. */
export const usesMacro = /@lingui\/(core|react)\/macro/;

export type MacroResult = NonNullable<Awaited<ReturnType<typeof transformAsync>>>;

/**
 * Transforms one file. `visit`: replaces each message's text.
 * @param fields `all` keeps comments for translators
 */
export async function transformMacros(
  code: string,
  filename: string,
  visit: MessageVisitor,
  fields: "message" | "all" = "message",
): Promise<MacroResult | null> {
  return transformAsync(code, {
    filename,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    retainLines: true,
    parserOpts: { plugins: ["typescript", "jsx"] },
    plugins: [[linguiMacro, { descriptorFields: fields, linguiConfig: undefined }], visitor(visit)],
  });
}

export type FoundMessage = { id: string; message: string; context?: string; comment?: string };
/** Returns the expression that replaces the message's text; undefined keeps it. */
export type MessageVisitor = (found: FoundMessage) => t.Expression | undefined;

/** Visits each descriptor that the macro has made: an object with `id` and `message`. */
function visitor(visit: MessageVisitor): PluginItem {
  return {
    name: "visit-messages",
    visitor: {
      Program: {
        exit(program: import("@babel/core").NodePath<t.Program>) {
          program.traverse({
            ObjectExpression({ node }) {
              const fields = new Map<string, t.ObjectProperty>();
              for (const property of node.properties)
                if (t.isObjectProperty(property) && t.isIdentifier(property.key))
                  fields.set(property.key.name, property);
              const text = (name: string): string | undefined => {
                const value = fields.get(name)?.value;
                return t.isStringLiteral(value) ? value.value : undefined;
              };
              const [id, message] = [text("id"), text("message")];
              if (id === undefined || message === undefined) return;
              const made = visit({ id, message, context: text("context"), comment: text("comment") });
              if (made) fields.get("message")!.value = made;
            },
          });
        },
      },
    },
  };
}
