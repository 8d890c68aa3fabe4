import ts from 'typescript';

/** The functions whose first parameter is the title of tests. Those that skip tests are not among them. */
const TESTS = /^(?:it|test|describe)(?:\.each|$)|^describe[A-Z]\w*/;

/**
 * Returns what the tests under a title assert: the number of rows in each table of cases, and the text of every
 * `expect(...)` in their bodies, including those of functions of the same file that they call. A comment is no assertion.
 * @param source the text of the test file
 * @param title part of the title, in any case
 */
export function assertionsIn(source: string, title: string): string[] {
  const file = ts.createSourceFile('test.tsx', source, ts.ScriptTarget.Latest, true);
  return descendants(file)
    .filter((node) => ts.isCallExpression(node) && isTest(node, title.toLowerCase()))
    .flatMap((test) => assertions(test, new Set()));
}

function descendants(node: ts.Node): ts.Node[] {
  return node.getChildren().flatMap((child) => [child, ...descendants(child)]);
}

function isTest({ expression, arguments: [title, body] }: ts.CallExpression, text: string): boolean {
  const isTitled = title?.getText().toLowerCase().includes(text) === true;
  return isTitled && body !== undefined && TESTS.test(expression.getText());
}

/** @param seen the declarations that were read already, which may call each other */
function assertions(node: ts.Node, seen: Set<ts.Node>): string[] {
  return node.getChildren().flatMap((child): string[] => {
    if (ts.isCallExpression(child) && /^expect\b/.test(child.getText())) return [child.getText().replace(/\s+/g, ' ')];
    const declaration = ts.isIdentifier(child) ? declarationOf(child) : undefined;
    if (declaration === undefined) return [...rowsOf(child), ...assertions(child, seen)];
    if (seen.has(declaration)) return [];
    return assertions(declaration, seen.add(declaration));
  });
}

/** Returns the number of rows if the node is a table of cases, a list of lists. */
function rowsOf(node: ts.Node): string[] {
  const isTable = ts.isArrayLiteralExpression(node) && node.elements.some((row) => ts.isArrayLiteralExpression(row));
  return isTable ? [`${node.elements.length} cases`] : [];
}

/** Returns the function or variable of that name in the nearest block around the identifier. */
function declarationOf({ text, parent }: ts.Identifier): ts.Node | undefined {
  for (let scope: ts.Node = parent; !ts.isSourceFile(scope);) {
    scope = scope.parent;
    const statements = ts.isBlock(scope) || ts.isSourceFile(scope) ? [...scope.statements] : [];
    const declarations = statements.flatMap(
      (statement): readonly (ts.FunctionDeclaration | ts.VariableDeclaration)[] => {
        if (ts.isVariableStatement(statement)) return statement.declarationList.declarations;
        return ts.isFunctionDeclaration(statement) ? [statement] : [];
      },
    );
    const declaration = declarations.find(({ name }) => name?.getText() === text);
    if (declaration !== undefined) return declaration;
  }
  return undefined;
}
