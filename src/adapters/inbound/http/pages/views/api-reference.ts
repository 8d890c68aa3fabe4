import type { Token } from 'marked';

/** A Markdown text, parsed into tokens. */
export type Markdown = readonly Token[];

/**
 * The OpenAPI document in the form that its page shows. Every reference is resolved, and every number is kept as text
 * so that no digit is lost.
 */
export interface ApiReference {
  readonly title: string;
  readonly guide: Markdown;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly operations: readonly Operation[];
  readonly schemas: readonly NamedSchema[];
}

export interface Operation {
  readonly id: string;
  /** The method is in upper case. */
  readonly method: string;
  /** The path is relative to the address of a server. */
  readonly path: string;
  readonly summary: string;
  readonly description: Markdown;
  readonly isDeprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly successes: readonly SuccessResponse[];
  readonly errors: readonly ErrorResponse[];
}

export interface Parameter {
  readonly name: string;
  readonly place: 'header' | 'path' | 'query';
  readonly isRequired: boolean;
  readonly schema: Schema;
  readonly description: Markdown;
  /** The only values that the parameter can have, if the document lists them. */
  readonly values: readonly string[] | undefined;
  readonly example: string | undefined;
}

export interface RequestBody {
  readonly description: Markdown;
  readonly schema: Schema;
  readonly examples: readonly Example[];
}

export interface SuccessResponse extends RequestBody {
  readonly status: string;
  readonly headers: readonly { readonly name: string; readonly description: Markdown; readonly example: string }[];
}

export interface ErrorResponse {
  /** The status consists of digits, or is `default`. */
  readonly status: string;
  readonly codes: readonly string[];
  readonly description: Markdown;
}

export interface Example {
  readonly summary: string;
  /** The JSON with line breaks, for people to read. */
  readonly json: string;
  readonly compactJson: string;
}

export interface Schema {
  /** Whether the schema is an array of the type. */
  readonly isArray: boolean;
  /** Either a reference to a schema of the document, or the name of a JSON type. */
  readonly type: { readonly reference: string } | { readonly name: string };
  /** The keywords of the schema with their values, such as `maximum` and a number. */
  readonly keywords: readonly (readonly [name: string, value: string])[];
}

export interface NamedSchema {
  readonly name: string;
  readonly description: Markdown;
  readonly schema: Schema;
  /** The members, or `undefined` if the schema is not an object. */
  readonly members: readonly Member[] | undefined;
  /** Each example is a JSON text. */
  readonly examples: readonly string[];
}

export interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
  readonly description: Markdown;
}
