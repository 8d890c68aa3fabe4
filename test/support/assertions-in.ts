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
  const nodes = descendants(file);
  const declared = nodes.filter((node) => ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node));
  const declarations = new Map(declared.map((node) => [node.name?.getText(), node]));
  const tests = nodes.filter((node) => ts.isCallExpression(node) && isTest(node, title.toLowerCase()));
  return tests.flatMap((test) => assertions(test, declarations, new Set()));
}

function descendants(node: ts.Node): ts.Node[] {
  return node.getChildren().flatMap((child) => [child, ...descendants(child)]);
}

function isTest({ expression, arguments: [title, body] }: ts.CallExpression, text: string): boolean {
  return (
    TESTS.test(expression.getText()) && body !== undefined && title?.getText().toLowerCase().includes(text) === true
  );
}

function assertions(node: ts.Node, declarations: Map<string | undefined, ts.Node>, seen: Set<ts.Node>): string[] {
  seen.add(node);
  return node.getChildren().flatMap((child): string[] => {
    if (ts.isCallExpression(child) && /^expect\b/.test(child.getText())) return [child.getText().replace(/\s+/g, ' ')];
    const declaration = ts.isIdentifier(child) ? declarations.get(child.text) : undefined;
    if (declaration !== undefined && !seen.has(declaration)) return assertions(declaration, declarations, seen);
    return [...rowsOf(child), ...assertions(child, declarations, seen)];
  });
}

/** Returns the number of rows if the node is a table of cases. Strings alone are no table. */
function rowsOf(node: ts.Node): string[] {
  const isTable = ts.isArrayLiteralExpression(node) && node.elements.some((row) => ts.isArrayLiteralExpression(row));
  return isTable ? [`${node.elements.length} cases`] : [];
}
