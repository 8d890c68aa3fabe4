import { schemas, type components } from './schema.js';

export type Schemas = components['schemas'];

/** The part of JSON Schema that the client checks. scripts/generate.ts refuses other types. */
export type Schema =
  | { readonly $ref: keyof Schemas }
  | { readonly type: 'boolean' }
  | { readonly type: 'string'; readonly format?: string; readonly enum?: readonly string[] }
  | { readonly type: 'array'; readonly items: Schema }
  | NumberSchema
  | ObjectSchema;

interface NumberSchema {
  readonly type: 'integer' | 'number';
  /** An integer with `int64` is a bigint, every other one a number. */
  readonly format?: string;
  readonly minimum?: bigint | number;
  readonly maximum?: bigint | number;
}

interface ObjectSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * Turns a value of `parseJson` into what the types of the OpenAPI document promise. Keeps properties that a later version
 * adds.
 * @throws Error such as "Pets[0].status must be one of available, pending, sold"
 */
export function read<Name extends keyof Schemas>(name: Name, value: unknown): Schemas[Name] {
  return valueOf(schemas[name], value, name) as Schemas[Name]; // the types and the schemas have one source
}

/** The properties that must be integers and that `value` has as a number which JavaScript may have rounded. */
export function roundedIntegers(name: keyof Schemas, value: object): string[] {
  const schema = resolved(schemas[name]);
  const properties = schema.type === 'object' ? (schema.properties ?? {}) : {};
  return Object.entries(value)
    .filter(([, each]) => typeof each === 'number' && !Number.isSafeInteger(each))
    .map(([property]) => property)
    .filter((property) => {
      const known = Object.hasOwn(properties, property) ? properties[property] : undefined;
      return known !== undefined && resolved(known).type === 'integer';
    });
}

function resolved(schema: Schema): Exclude<Schema, { $ref: keyof Schemas }> {
  return '$ref' in schema ? resolved(schemas[schema.$ref]) : schema;
}

function valueOf(schema: Schema, value: unknown, place: string): unknown {
  if ('$ref' in schema) return valueOf(schemas[schema.$ref], value, place);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, value, place);
    case 'array':
      if (!Array.isArray(value)) throw new Error(`${place} must be an array`);
      return value.map((item, index) => valueOf(schema.items, item, `${place}[${index}]`));
    case 'string':
      if (typeof value === 'string' && (schema.enum?.includes(value) ?? true)) return value;
      throw new Error(
        `${place} must be ${schema.enum === undefined ? 'a string' : `one of ${schema.enum.join(', ')}`}`,
      );
    case 'boolean':
      if (typeof value === 'boolean') return value;
      throw new Error(`${place} must be true or false`);
    case 'number':
    case 'integer':
      return numberOf(schema, value, place);
  }
}

function objectOf({ required = [], properties = {} }: ObjectSchema, value: unknown, place: string): object {
  if (typeof value !== 'object' || value === null) throw new Error(`${place} must be an object`);
  const result: Record<string, unknown> = { ...value };
  for (const [name, schema] of Object.entries(properties)) {
    if (Object.hasOwn(result, name)) result[name] = valueOf(schema, result[name], `${place}.${name}`);
    else if (required.includes(name)) throw new Error(`${place}.${name} is missing`);
  }
  return result;
}

/** `parseJson` makes a bigint of each integer of up to 19 digits, also where the type is a number. */
function numberOf(schema: NumberSchema, value: unknown, place: string): bigint | number {
  const { type, minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE } = schema;
  const isOfType = typeof value === 'bigint' || (typeof value === 'number' && type === 'number');
  if (!isOfType || value < minimum || value > maximum) {
    throw new Error(`${place} must be ${type === 'number' ? 'a number' : 'an integer'} from ${minimum} to ${maximum}`);
  }
  return type === 'integer' && schema.format === 'int64' ? value : Number(value);
}
