/** Reads statements from the source: name, parameters, row and shapes, resolved by the type checker. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { API, TypeFlags } from "typescript/unstable/sync";
import type { Checker, Type } from "typescript/unstable/sync";
import {
  isCallExpression,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateExpression,
} from "typescript/unstable/ast/is";
import type { Node } from "typescript/unstable/ast";

/** A value's type as `typeof` or `instanceof` reports it. */
export type ValueKind =
  | "string"
  | "number"
  | "boolean"
  | "Date"
  | "Buffer"
  | "object"
  | "any"
  | `${"string" | "number" | "boolean" | "Date" | "object" | "any"}[]`;
export interface FieldType {
  readonly kinds: readonly ValueKind[];
  readonly isNullable: boolean;
  /** Some shapes of the family omit it. */
  readonly isOptional: boolean;
}
export interface DeclaredStatement {
  /** As in the source; each `${…}` of a template becomes `*`. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly params: ReadonlyMap<string, FieldType>;
  /** Null when the row type is `never` or `unknown`: no row is read. */
  readonly row: ReadonlyMap<string, FieldType> | null;
  /** Every shape of a family; null when there are too many to list. */
  readonly shapes: readonly unknown[] | null;
}

/** Maximum number of shapes per family; more would be too many prepared statements. */
const maxShapes = 640;

/** All files of the server that define statements; importing them registers their statements. */
export function statementFiles(root: string): string[] {
  return globSync("server/**/*.ts", { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .filter((file) => /\bstatement(?:ByShape)?</.test(readFileSync(join(root, file), "utf8")))
    .sort();
}

/** Reads every call that returns a `Statement`, or a function from a shape to one. */
export function readDeclaredStatements(root: string, project: string): DeclaredStatement[] {
  const api = new API({ cwd: root });
  try {
    const { checker, program } = api
      .updateSnapshot({ openProjects: [join(root, project)] })
      .getProject(join(root, project))!;
    const found: DeclaredStatement[] = [];
    for (const file of globSync("server/**/*.ts", { cwd: root })) {
      if (/\.test\.ts$|\/testing\//.test(file) || !mayDefine(readFileSync(join(root, file), "utf8")))
        continue;
      const source = program.getSourceFile(join(root, file));
      if (!source) throw new Error(`${project} doesn't include ${file}`);
      const visit = (node: Node): void => {
        const declared = isCallExpression(node) ? readCall(checker, node) : null;
        if (declared) {
          const line = source.text.slice(0, node.getStart(source)).split("\n").length;
          found.push({ ...declared, file, line });
        }
        node.forEachChild(visit);
      };
      visit(source);
    }
    return found;
  } finally {
    api.close();
  }
}

/** Whether a call has an argument like a statement's name; a wrapper may define the statement from it. */
const mayDefine = (text: string): boolean => /[(\s]["`][a-z]+\.[a-z_$]/.test(text);

function readCall(checker: Checker, node: Node): Omit<DeclaredStatement, "file" | "line"> | null {
  if (!isCallExpression(node)) return null;
  const [first] = node.arguments;
  const name = first && nameOf(first);
  if (!name || !/^[a-z_*]+\.[a-z0-9_*]+$/.test(name)) return null;
  const type = checker.getTypeAtLocation(node);
  if (!type) return null;
  if (type.getSymbol()?.name === "Statement")
    return { name, ...readStatement(checker, type), shapes: [undefined] };
  // A family: a function of one shape that returns a statement.
  const [signature] = type.isObjectType() ? checker.getSignaturesOfType(type, 0) : [];
  const result = signature && checker.getReturnTypeOfSignature(signature);
  if (result?.getSymbol()?.name !== "Statement") return null;
  const [parameter] = signature!.getParameters();
  const shape = parameter && checker.getTypeOfSymbol(parameter);
  return { name, ...readStatement(checker, result), shapes: shape ? listValues(checker, shape) : null };
}

function nameOf(node: Node): string | null {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => `*${span.literal.text}`).join("");
}

function readStatement(checker: Checker, type: Type): Pick<DeclaredStatement, "params" | "row"> {
  const [params, row] = type.isTypeReference() ? checker.getTypeArguments(type) : [];
  return {
    params: params ? readFields(checker, params) : new Map(),
    row: !row || row.flags & (TypeFlags.Never | TypeFlags.Unknown) ? null : readFields(checker, row),
  };
}

function readFields(checker: Checker, type: Type): ReadonlyMap<string, FieldType> {
  return new Map(
    checker.getPropertiesOfType(type).map((property) => {
      const parts = partsOf(checker.getTypeOfSymbol(property)!);
      const isNull = (part: Type) => (part.flags & TypeFlags.Nullable) !== 0;
      return [
        property.name,
        {
          kinds: [...new Set(parts.filter((part) => !isNull(part)).map((part) => kindOf(checker, part)))],
          isNullable: parts.some(isNull),
          isOptional: parts.some((part) => (part.flags & TypeFlags.Undefined) !== 0),
        },
      ];
    }),
  );
}

const partsOf = (type: Type): readonly Type[] =>
  type.isUnionType() ? (type.getTypes() ?? []).flatMap(partsOf) : [type];

function kindOf(checker: Checker, type: Type): ValueKind {
  const { flags } = type;
  if (flags & TypeFlags.StringLike) return "string";
  if (flags & TypeFlags.NumberLike) return "number";
  if (flags & TypeFlags.BooleanLike) return "boolean";
  if (flags & TypeFlags.AnyOrUnknown) return "any";
  if (type.isIntersectionType()) {
    const kinds = (type.getTypes() ?? []).map((part) => kindOf(checker, part));
    return kinds.find((kind) => kind !== "object") ?? "object";
  }
  const name = type.getSymbol()?.name;
  if (name === "Date" || name === "Buffer") return name;
  if (type.isTypeReference() && checker.isArrayLikeType(type)) {
    const kinds = new Set(
      checker
        .getTypeArguments(type)
        .flatMap(partsOf)
        .map((part) => kindOf(checker, part)),
    );
    const [only] = kinds;
    return kinds.size === 1 && only && /^(string|number|boolean|Date|object|any)$/.test(only)
      ? (`${only}[]` as ValueKind)
      : "any[]";
  }
  return "object";
}

/** Every value of a type of literals, booleans and objects of them; null when they can't be listed. */
function listValues(checker: Checker, type: Type): readonly unknown[] | null {
  if (type.isUnionType()) {
    const parts = (type.getTypes() ?? []).map((part) => listValues(checker, part));
    return parts.includes(null) ? null : parts.flatMap((values) => values ?? []);
  }
  if (type.isBooleanLiteralType()) return [type.value];
  if (type.isStringLiteralType() || type.isNumberLiteralType()) return [type.value];
  if (type.flags & TypeFlags.Null) return [null];
  if (type.flags & TypeFlags.Undefined) return [undefined];
  if (type.flags & TypeFlags.Boolean) return [false, true];
  if (!type.isObjectType() || checker.isArrayLikeType(type)) return null;
  let objects: Record<string, unknown>[] = [{}];
  for (const property of checker.getPropertiesOfType(type)) {
    const values = listValues(checker, checker.getTypeOfSymbol(property)!);
    if (!values || objects.length * values.length > maxShapes) return null;
    objects = objects.flatMap((object) => values.map((value) => ({ ...object, [property.name]: value })));
  }
  return objects;
}
