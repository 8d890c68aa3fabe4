import { relative } from 'node:path';
import ts from 'typescript';

// Finds what knip does not look for: members of classes and interfaces that no code of the product reads, and texts of a
// type, such as the names of audit events, that no code gives. Tests do not count as users.

const { config } = ts.readConfigFile('tsconfig.build.json', ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();
const files = program.getSourceFiles().filter(({ fileName }) => fileNames.includes(fileName));

/** The declarations that are read, by their name. */
const read = new Map();
/** How often a text stands in an expression. */
const texts = new Map();
/** The texts that stand for one of several, as the name of a property does. */
const choices = new Set();

function collect(node) {
  if (ts.isPropertyAccessExpression(node)) reads(checker.getSymbolAtLocation(node.name));
  else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const { text } = node.propertyName ?? node.name;
    if (text !== undefined) reads(checker.getPropertyOfType(checker.getTypeAtLocation(node.parent), text));
  } else if (ts.isJsxSpreadAttribute(node)) {
    checker.getTypeAtLocation(node.expression).getProperties().forEach(reads);
  } else if (ts.isStringLiteralLike(node) && !ts.isLiteralTypeNode(node.parent)) {
    for (const text of node.text.split(/[?&=]/)) texts.set(text, (texts.get(text) ?? 0) + 1); // a query, too
    const { types = [] } = checker.getContextualType(node) ?? {};
    if (types.some((type) => type.isStringLiteral())) choices.add(node.text);
  }
  ts.forEachChild(node, collect);
}

function reads(symbol) {
  for (const { name, declarations = [] } of symbol ? [symbol, ...checker.getRootSymbols(symbol)] : []) {
    read.set(name, (read.get(name) ?? new Set()).union(new Set(declarations)));
  }
}

function find(node) {
  if (hasMembers(node)) {
    for (const member of node.members) {
      const name = member.name && ts.isIdentifier(member.name) ? member.name.text : undefined;
      if (name !== undefined && !isRead(member, name)) report(member, `Nothing reads ${name}.`);
    }
  } else if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) && ts.isUnionTypeNode(node.parent)) {
    // An argument, such as that of Pick, names members.
    const { parent } = node.parent;
    const isArgument = ts.isTypeReferenceNode(parent) || ts.isExpressionWithTypeArguments(parent);
    if (!isArgument && !texts.has(node.literal.text)) report(node, `Nothing gives "${node.literal.text}".`);
  } else if (ts.isTypeOperatorNode(node) && ts.isTypeQueryNode(node.type)) {
    for (const { name, valueDeclaration } of checker.getTypeFromTypeNode(node.type).getProperties()) {
      const isKey = ts.isStringLiteral(valueDeclaration.name); // It is one of the texts by itself.
      if (read.get(name)?.has(valueDeclaration) || (texts.get(name) ?? 0) > Number(isKey)) continue;
      report(valueDeclaration, `Nothing gives "${name}".`);
    }
  }
  ts.forEachChild(node, find);
}

function hasMembers(node) {
  return node !== undefined && (ts.isClassLike(node) || ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node));
}

/**
 * Another interface may read a member of an object: a method of one that the object implements, and a property under
 * its name.
 */
function isRead(member, name) {
  const others = read.get(name) ?? new Set();
  const isMethod = ts.isMethodDeclaration(member) || ts.isMethodSignature(member);
  if (others.has(member)) return true;
  if (!isMethod) return others.size > 0 || choices.has(name);
  const owner = checker.getTypeAtLocation(member.parent);
  const implemented = (member.parent.heritageClauses ?? []).flatMap(({ types }) => types);
  return (
    [...others].some(
      ({ parent }) => hasMembers(parent) && checker.isTypeAssignableTo(owner, checker.getTypeAtLocation(parent)),
    ) ||
    implemented.some((type) => {
      const [declaration] = checker.getPropertyOfType(checker.getTypeAtLocation(type), name)?.declarations ?? [];
      return declaration?.getSourceFile().isDeclarationFile; // A package calls it.
    })
  );
}

const findings = new Set();
function report(node, message) {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  findings.add(`${relative('.', file.fileName)}:${line + 1} ${message}`);
}

files.forEach(collect);
files.forEach(find);
for (const finding of findings) console.error(finding);
process.exitCode = findings.size > 0 ? 1 : 0;
