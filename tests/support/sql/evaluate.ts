import ts from "typescript";
import type { Choices } from "./choices";
import type { Source } from "./program";

/** The parts of a statement. Members of lists and objects are evaluated when they are used. */
export type Value = string | number | (() => Value)[] | Map<string, () => Value>;

/** Known only when the program runs. */
export class Unknown extends Error {
  constructor(node: ts.Node) {
    super(`what ${node.getText()} is, is not known before the program runs`);
  }
}

/** Finds the arguments of a function. */
type Arguments = ReadonlyMap<ts.Node, () => Value>;

/** Evaluates the text that the source composes from constants, one path through its branches at a time. */
export class Evaluation {
  /** The call being evaluated, for each function whose parameters are needed. */
  readonly callers = new Map<ts.Node, ts.CallExpression>();

  constructor(
    private readonly source: Source,
    private readonly choices: Choices,
  ) {}

  textOf(node: ts.Expression): string {
    return this.#text(node, new Map());
  }

  /** Number of members of a list; null if that is unknown before it runs. */
  lengthOf(node: ts.Expression): number | null {
    try {
      const list = this.#value(node, new Map());
      return Array.isArray(list) ? list.length : null;
    } catch (error) {
      if (error instanceof Unknown) return this.#lengthOfType(node);
      throw error;
    }
  }

  #lengthOfType(node: ts.Node): number | null {
    const { checker } = this.source;
    const type = checker.getTypeAtLocation(node);
    return checker.isTupleType(type) ? checker.getTypeArguments(type as ts.TypeReference).length : null;
  }

  #text(node: ts.Expression, given: Arguments): string {
    const value = this.#value(node, given);
    if (typeof value === "object") throw new Unknown(node);
    return String(value);
  }

  #value(node: ts.Expression, given: Arguments): Value {
    const exact = this.#exactly(node, given);
    return exact ?? this.#byType(node);
  }

  /**
   * A literal type gives its value, and a union of literals the possible values. The exact number changes no
   * statement's form.
   */
  #byType(node: ts.Node): Value {
    const type = this.source.checker.getTypeAtLocation(node);
    const kinds = type.isUnion() ? type.types : [type];
    const literals = kinds.filter((kind) => kind.isStringLiteral() || kind.isNumberLiteral());
    if (literals.length === kinds.length) {
      const picked = literals[this.choices.choose(node, literals.length)];
      if (picked) return picked.value;
    }
    if (kinds.every((kind) => kind.flags & ts.TypeFlags.NumberLike)) return 1;
    throw new Unknown(node);
  }

  #exactly(node: ts.Expression, given: Arguments): Value | undefined {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isBigIntLiteral(node)) return Number.parseInt(node.text);
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map((span) => this.#text(span.expression, given) + span.literal.text);
      return node.head.text + spans.join("");
    }
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      return this.#value(node.expression, given);
    }
    if (ts.isConditionalExpression(node)) {
      const taken = this.choices.choose(node, 2) === 0 ? node.whenTrue : node.whenFalse;
      return this.#value(taken, given);
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const [left, right] = [this.#value(node.left, given), this.#value(node.right, given)];
      if (typeof left === "object" || typeof right === "object") throw new Unknown(node);
      return typeof left === "number" && typeof right === "number" ? left + right : `${left}${right}`;
    }
    if (ts.isArrayLiteralExpression(node)) return this.#list(node, given);
    if (ts.isObjectLiteralExpression(node)) return this.#object(node, given);
    if (ts.isIdentifier(node)) return this.#named(node, given);
    if (ts.isPropertyAccessExpression(node)) return this.#member(node, given);
    if (ts.isCallExpression(node)) return this.#answer(node, given);
    return undefined;
  }

  #list(node: ts.ArrayLiteralExpression, given: Arguments): Value {
    return node.elements.flatMap((element) => {
      if (!ts.isSpreadElement(element)) return [() => this.#value(element, given)];
      const spread = this.#value(element.expression, given);
      if (!Array.isArray(spread)) throw new Unknown(element);
      return spread;
    });
  }

  #object(node: ts.ObjectLiteralExpression, given: Arguments): Value {
    return new Map(
      node.properties.flatMap((member) => {
        if (ts.isPropertyAssignment(member))
          return [[member.name.getText(), () => this.#value(member.initializer, given)] as const];
        const spread = ts.isSpreadAssignment(member) ? this.#value(member.expression, given) : [];
        return spread instanceof Map ? [...spread] : [];
      }),
    );
  }

  #member(node: ts.PropertyAccessExpression, given: Arguments): Value | undefined {
    let of: Value;
    try {
      of = this.#value(node.expression, given);
    } catch (error) {
      if (error instanceof Unknown) return undefined;
      throw error;
    }
    return of instanceof Map ? of.get(node.name.text)?.() : undefined;
  }

  #named(node: ts.Identifier, given: Arguments): Value | undefined {
    const { checker } = this.source;
    let symbol = checker.getSymbolAtLocation(node);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    const declaration = symbol?.valueDeclaration;
    if (!declaration) return undefined;
    const bound = given.get(declaration);
    if (bound) return bound();
    if (ts.isParameter(declaration)) return this.#parameter(declaration, given);
    if (ts.isVariableDeclaration(declaration)) return this.#constant(declaration, given);
    if (!ts.isBindingElement(declaration)) return undefined;
    const whole = declaration.parent.parent;
    if (!ts.isArrayBindingPattern(declaration.parent) || ts.isBindingElement(whole)) return undefined;
    const list = ts.isParameter(whole) ? this.#parameter(whole, given) : this.#constant(whole, given);
    return Array.isArray(list) ? list[declaration.parent.elements.indexOf(declaration)]?.() : undefined;
  }

  #constant(declaration: ts.VariableDeclaration, given: Arguments): Value | undefined {
    const { parent, initializer } = declaration;
    if (!(parent.flags & ts.NodeFlags.Const)) return undefined;
    if (initializer) return this.#value(initializer, given);
    if (!ts.isVariableDeclarationList(parent) || !ts.isForOfStatement(parent.parent)) return undefined;
    const list = this.#value(parent.parent.expression, given);
    return Array.isArray(list) ? list[this.choices.choose(declaration, list.length)]?.() : undefined;
  }

  /**
   * Evaluates a parameter of a function that is analysed from within, by one of its callers, which are in the same
   * file.
   */
  #parameter(declaration: ts.ParameterDeclaration, given: Arguments): Value | undefined {
    const { parent } = declaration;
    const through = parent.parent;
    if (ts.isCallExpression(through) && through.expression.getText() === "forEach" && through.arguments[1] === parent) {
      const list = through.arguments[0] && this.#value(through.arguments[0], given);
      return Array.isArray(list) ? list[this.choices.choose(declaration, list.length)]?.() : undefined;
    }
    if (ts.getCombinedModifierFlags(parent) & ts.ModifierFlags.Export) return undefined;
    const calls = this.source.callsOf(parent);
    const call = calls[this.choices.choose(parent, calls.length)];
    const argument = call?.arguments[parent.parameters.indexOf(declaration)];
    if (!call || !argument) return undefined;
    this.callers.set(parent, call);
    return this.#value(argument, new Map());
  }

  #answer(call: ts.CallExpression, given: Arguments): Value | undefined {
    const { expression } = call;
    if (ts.isPropertyAccessExpression(expression)) {
      const listed = this.#method(call, expression, given);
      if (listed !== undefined) return listed;
    }
    const declaration = this.source.checker.getResolvedSignature(call)?.declaration;
    if (!declaration || !isFunction(declaration)) return undefined;
    return this.#result(
      declaration,
      call.arguments.map((argument) => () => this.#value(argument, given)),
      given,
    );
  }

  #method(call: ts.CallExpression, of: ts.PropertyAccessExpression, given: Arguments): Value | undefined {
    const [argument] = call.arguments;
    const part = /^Object\.(keys|values|entries)$/.exec(of.getText())?.[1];
    if (argument && part) {
      const object = this.#value(argument, given);
      return object instanceof Map ? [...object].map(([name, value]) => membersOf(part, name, value)) : undefined;
    }
    if (!argument || !["join", "map"].includes(of.name.text)) return undefined;
    const list = this.#value(of.expression, given);
    if (!Array.isArray(list)) return undefined;
    if (of.name.text === "join") return list.map((one) => String(one())).join(this.#text(argument, given));
    if (!isFunction(argument)) return undefined;
    return list.map((one, at) => () => this.#result(argument, [one, () => at], given));
  }

  #result(declaration: FunctionNode, values: (() => Value)[], given: Arguments): Value {
    const answered = answerOf(declaration);
    if (!answered) throw new Unknown(declaration);
    const bound = declaration.parameters.flatMap((parameter, at): [ts.Node, () => Value][] => {
      const fallback = parameter.initializer;
      const value = values[at] ?? (fallback && (() => this.#value(fallback, given)));
      return value ? bind(parameter, value) : [];
    });
    return this.#value(answered, new Map([...given, ...bound]));
  }
}

/** A parameter, or the names into which it destructures its value. */
function bind(declared: ts.ParameterDeclaration | ts.BindingElement, value: () => Value): [ts.Node, () => Value][] {
  const { name } = declared;
  if (ts.isIdentifier(name)) return [[declared, value]];
  return name.elements.flatMap((element, at) =>
    ts.isOmittedExpression(element) ? [] : bind(element, () => memberOf(value(), element, at)),
  );
}

function memberOf(whole: Value, element: ts.BindingElement, at: number): Value {
  const name = (element.propertyName ?? element.name).getText();
  const member = Array.isArray(whole) ? whole[at] : whole instanceof Map ? whole.get(name) : undefined;
  if (!member) throw new Unknown(element);
  return member();
}

/** A member as `Object.keys`, `values` or `entries` lists it. */
function membersOf(part: string, name: string, value: () => Value): () => Value {
  return part === "values" ? value : () => (part === "keys" ? name : [() => name, value]);
}

type FunctionNode = ts.ArrowFunction | ts.FunctionDeclaration | ts.FunctionExpression;

function isFunction(node: ts.Node): node is FunctionNode {
  return ts.isArrowFunction(node) || ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node);
}

/** The value of a function that is one expression, or that ends with its only return. */
function answerOf({ body }: FunctionNode): ts.Expression | undefined {
  if (!body || !ts.isBlock(body)) return body;
  const last = body.statements.at(-1);
  return last && ts.isReturnStatement(last) ? last.expression : undefined;
}
