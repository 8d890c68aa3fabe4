import type { Token } from 'marked';

/** A text in Markdown, as the constructs of which it consists. */
export type Markdown = readonly Token[];

/** The OpenAPI document as its page shows it: every reference is resolved, and every number is a text with all its digits. */
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
  /** The JSON has line breaks, for people. */
  readonly json: string;
  readonly compactJson: string;
}

export interface Schema {
  /** Whether the schema is an array of the type. */
  readonly isArray: boolean;
  /** The type is a schema of the document, or a type of JSON. */
  readonly type: { readonly reference: string } | { readonly name: string };
  /** The keywords of the schema with their values, such as `maximum` and a number. */
  readonly keywords: readonly (readonly [name: string, value: string])[];
}

export interface NamedSchema {
  readonly name: string;
  readonly description: Markdown;
  readonly schema: Schema;
  /** Only an object has members. */
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
