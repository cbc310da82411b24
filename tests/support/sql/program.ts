import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { sourceFiles, text } from "../source";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Only files with queries, and their imports, are read: reading all files takes twice as long. */
const ASKS = /\.(query|\$(query|execute)Raw)/;

/** The product's source as the compiler sees it, without its tests. */
export interface Source {
  checker: ts.TypeChecker;
  files: ts.SourceFile[];
  /** The calls of a function in its own file. */
  callsOf(declaration: ts.Node): ts.CallExpression[];
}

export function readSource(): Source {
  const config = join(root, "tsconfig.json");
  const { config: given } = ts.readConfigFile(config, (path) => ts.sys.readFile(path)) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(given, ts.sys, dirname(config));
  const names = sourceFiles().filter((file) => /^(app|worker|prisma)\/.*\.tsx?$/.test(file));
  const host = ts.createCompilerHost(options);
  // Half of the packages' declarations are comments.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const asking = names.filter((file) => ASKS.test(text(file))).map((file) => join(root, file));
  const program = ts.createProgram(asking, options, host);
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter((file) => names.includes(relative(root, file.fileName)));
  return { checker, files, callsOf: (declaration) => callsOf(declaration, checker) };
}

function callsOf(declaration: ts.Node, checker: ts.TypeChecker): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  walk(declaration.getSourceFile(), (node) => {
    if (!ts.isCallExpression(node)) return;
    if (checker.getResolvedSignature(node)?.declaration === declaration) calls.push(node);
  });
  return calls;
}

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** `file:line` from the root. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(root, file.fileName)}:${line + 1}`;
}
