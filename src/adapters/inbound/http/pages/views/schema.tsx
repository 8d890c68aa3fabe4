import type { Example, Schema } from './api-reference.js';

/** Shows the type of a schema with its keywords. A reference to another schema is a link. */
export function SchemaText({ schema: { isArray, type, keywords } }: { readonly schema: Schema }) {
  return (
    <>
      {isArray && 'array of '}
      {'reference' in type ? <a href={`#schema-${type.reference}`}>{type.reference}</a> : type.name}
      {keywords.map(([name, value]) => (
        <>
          {' '}
          <span class="keyword">
            {name} <code>{value}</code>
          </span>
        </>
      ))}
    </>
  );
}

export function Examples({ examples }: { readonly examples: readonly Example[] }) {
  return (
    <>
      {examples.map(({ summary, json }) => (
        <figure>
          <figcaption>{summary}</figcaption>
          <JsonExample json={json} />
        </figure>
      ))}
    </>
  );
}

export function JsonExample({ json }: { readonly json: string }) {
  return (
    <pre class="example">
      <code>{json}</code>
    </pre>
  );
}
