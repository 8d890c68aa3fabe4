import type { Operation, Parameter } from './api-reference.js';

/**
 * The header fields that need a new value in each request, with the expressions that both kinds of samples use for it.
 */
const FRESH: Readonly<Record<string, { readonly shell: string; readonly script: string }>> = {
  'Idempotency-Key': { shell: '$(openssl rand -hex 16)', script: 'crypto.randomUUID()' },
};

/**
 * Writes programs that call the operation with the examples of the document, and keep every digit of a number. They read
 * the key from the environment variable ANIMAL_STORE_KEY.
 * @param baseUrl the address of the API, as its callers reach it
 */
export function samplesOf({ method, path, parameters, requestBody }: SampledOperation, baseUrl: string): Samples {
  const url = `${baseUrl}${withParameters(path, parameters)}`;
  const fresh = Object.entries(FRESH).filter(([name]) =>
    parameters.some(({ place, name: each }) => place === 'header' && each === name),
  );
  const body = requestBody?.examples[0]?.compactJson;
  return {
    curl: curl(method, url, fresh, body),
    typescript: typescript(method, url, fresh, body),
  };
}

export interface Samples {
  readonly curl: string;
  readonly typescript: string;
}

type SampledOperation = Pick<Operation, 'method' | 'path' | 'parameters' | 'requestBody'>;
type Fresh = readonly (readonly [name: string, value: { readonly shell: string; readonly script: string }])[];

function withParameters(path: string, parameters: readonly Parameter[]): string {
  let filled = path;
  const query = new URLSearchParams();
  for (const { name, place, example } of parameters) {
    if (example === undefined) continue;
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(example));
    if (place === 'query') query.set(name, example);
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

function curl(method: string, url: string, fresh: Fresh, body: string | undefined): string {
  const words = [
    `curl ${shellQuoted(url)}`,
    ...(method === 'GET' || body !== undefined ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $ANIMAL_STORE_KEY"',
    ...fresh.map(([name, { shell }]) => `-H "${name}: ${shell}"`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(body)}`]),
  ];
  return words.join(' \\\n  ');
}

function typescript(method: string, url: string, fresh: Fresh, body: string | undefined): string {
  const headers = [
    'Authorization: `Bearer ${process.env.ANIMAL_STORE_KEY}`,',
    ...fresh.map(([name, { script }]) => `'${name}': ${script},`),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json',"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...headers.map((line) => `    ${line}`),
    '  },',
    ...(body === undefined ? [] : [`  body: ${scriptQuoted(body)},`]),
  ];
  return `import { isInteger, parse } from 'lossless-json'; // JSON.parse rounds integers beyond 2^53

const response = await fetch(${scriptQuoted(url)}, {
${options.join('\n')}
});
const text = await response.text();
if (!response.ok) throw new Error(text);
console.log(parse(text, null, (digits) => (isInteger(digits) ? BigInt(digits) : Number(digits))));`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function scriptQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
