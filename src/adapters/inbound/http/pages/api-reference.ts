import { stringify } from 'lossless-json';
import type { Token } from 'marked';
import type {
  ApiReference,
  Example,
  Markdown,
  NamedSchema,
  Operation,
  Parameter,
  RequestBody,
  Schema,
} from './views/api-reference.js';

// Converts the OpenAPI document to the form that its page shows.

/** Splits a text in Markdown into its constructs. */
export interface MarkdownLexer {
  blocks(text: string): Token[];
  inline(text: string): Token[];
}

interface Referring {
  readonly $ref?: string;
}

interface SchemaNode extends Referring {
  readonly type?: string;
  readonly description?: string;
  readonly items?: SchemaNode;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
}

interface ContentNode {
  readonly 'application/json': {
    readonly schema: SchemaNode;
    readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
  };
}

interface BodyNode extends Referring {
  readonly description: string;
  readonly content: ContentNode;
}

interface ResponseNode extends BodyNode {
  readonly headers?: Readonly<Record<string, HeaderNode>>;
}

interface HeaderNode extends Referring {
  readonly description: string;
  readonly example: unknown;
}

interface ParameterNode extends Referring {
  readonly name: string;
  readonly in: Parameter['place'];
  readonly required?: boolean;
  readonly schema: SchemaNode;
  readonly description: string;
  readonly example?: unknown;
}

interface OperationNode {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly ParameterNode[];
  readonly requestBody?: BodyNode;
  readonly responses: Readonly<Record<string, ResponseNode>>;
}

/** The parts of OpenAPI 3.1 that the document of this service uses. Its integers are BigInts. */
export interface OpenApiContent {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: ApiReference['servers'];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationNode>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, SchemaNode>> };
}

/** Reads the OpenAPI document for its page. */
export function apiReference(content: OpenApiContent, lexer: MarkdownLexer): ApiReference {
  const reader = new Reader(content, lexer);
  const { info, servers, paths, components } = content;
  return {
    title: info.title,
    guide: lexer.blocks(info.description),
    servers,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, node]) => reader.operation(method.toUpperCase(), path, node)),
    ),
    schemas: Object.entries(components.schemas).map(([name, node]) => reader.namedSchema(name, node)),
  };
}

class Reader {
  constructor(
    private readonly content: OpenApiContent,
    private readonly lexer: MarkdownLexer,
  ) {}

  operation(method: string, path: string, node: OperationNode): Operation {
    const responses = Object.entries(node.responses).map(([status, each]) => ({ status, node: this.resolve(each) }));
    const isSuccess = ({ status }: { readonly status: string }) => status.startsWith('2');
    return {
      id: node.operationId,
      method,
      path,
      summary: node.summary,
      description: this.lexer.blocks(node.description),
      isDeprecated: node.deprecated === true,
      parameters: (node.parameters ?? []).map((each) => this.parameter(this.resolve(each))),
      requestBody: node.requestBody && this.body(this.resolve(node.requestBody)),
      successes: responses.filter(isSuccess).map(({ status, node: response }) => ({
        status,
        ...this.body(response),
        headers: Object.entries(response.headers ?? {}).map(([name, header]) => {
          const { description, example } = this.resolve(header);
          return { name, description: this.inline(description), example: textOf(example) };
        }),
      })),
      errors: responses
        .filter((each) => !isSuccess(each))
        .map(({ status, node: response }) => ({
          status,
          codes: Object.keys(response.content['application/json'].examples ?? {}),
          description: this.inline(response.description),
        })),
    };
  }

  namedSchema(name: string, node: SchemaNode): NamedSchema {
    const { description, properties, required = [], examples = [] } = node;
    return {
      name,
      description: this.inline(description),
      schema: schemaOf(node),
      members:
        properties &&
        Object.entries(properties).map(([member, type]) => ({
          name: member,
          isRequired: required.includes(member),
          schema: schemaOf(type),
          description: this.inline(this.resolve(type).description),
        })),
      examples: examples.map(jsonOf),
    };
  }

  private parameter({ name, in: place, required, schema, description, example }: ParameterNode): Parameter {
    return {
      name,
      place,
      isRequired: required === true,
      schema: schemaOf(schema),
      description: this.inline(description),
      values: this.resolve(schema).enum,
      example: example === undefined ? undefined : textOf(example),
    };
  }

  private body({ description, content }: BodyNode): RequestBody {
    const { schema, examples = {} } = content['application/json'];
    return {
      description: this.inline(description),
      schema: schemaOf(schema),
      examples: Object.values(examples).map(({ summary, value }): Example => ({
        summary,
        json: jsonOf(value),
        compactJson: textOf(value),
      })),
    };
  }

  private inline(text = ''): Markdown {
    return this.lexer.inline(text);
  }

  /** Returns the target of `$ref`; a member beside it takes precedence (OpenAPI 3.1, section 4.8.23). */
  private resolve<Node extends Referring>(node: Node): Node {
    if (node.$ref === undefined) return node;
    const names = node.$ref.split('/').slice(1);
    let target: unknown = this.content;
    // The document is the program's own file, in which every reference has a target.
    for (const name of names) target = (target as Readonly<Record<string, unknown>>)[name];
    return { ...(target as Node), ...node };
  }
}

/** The members of a schema that the page shows elsewhere than among its keywords. */
const SHOWN_ELSEWHERE = new Set(['$ref', 'type', 'items', 'description', 'properties', 'required', 'examples']);

function schemaOf(node: SchemaNode): Schema {
  const { $ref, type = '', items } = node;
  const reference = ($ref ?? items?.$ref)?.split('/').at(-1);
  const keywords = $ref === undefined ? Object.entries(node).filter(([name]) => !SHOWN_ELSEWHERE.has(name)) : [];
  return {
    isArray: items !== undefined,
    type: reference === undefined ? { name: type } : { reference },
    keywords: keywords.map(([name, value]) => [name, textOf(value)]),
  };
}

function jsonOf(value: unknown): string {
  return stringify(value, undefined, 2) ?? '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (stringify(value) ?? '');
}
