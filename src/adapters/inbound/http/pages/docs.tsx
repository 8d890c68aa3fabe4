import { readFileSync } from 'node:fs';
import { Document, type PageProps } from './components/layout.js';

// scripts/openapi-json.mjs writes this file from the OpenAPI document.
const RULES = readFileSync(new URL('docs.html', import.meta.url), 'utf8');

/**
 * Without JavaScript the page has the rules of the document and a table of the operations. The usual style sheet of
 * Pico would change Swagger UI; this page loads the one that styles only what is within the class `pico`.
 */
export function DocsPage({ page }: PageProps) {
  const { url } = page;
  const head = (
    <>
      <link rel="stylesheet" href={url('/account/pico.conditional.jade.min.css')} />
      <link rel="stylesheet" href={url('/account/swagger-ui.css')} />
      <link rel="stylesheet" href={url('/account/site.css')} />
      <link rel="stylesheet" href={url('/account/docs.css')} />
      <script defer src={url('/account/swagger-ui-bundle.js')} />
      <script type="module" src={url('/account/docs.js')} />
    </>
  );
  return (
    <Document page={page} title="API" head={head}>
      <main id="main" tabIndex={-1}>
        <noscript>
          <div class="pico container rules">
            <h1>Animal Store API</h1>
            <p>
              The base address of the paths is <code>{url('/v1')}</code>. The schemas are in the OpenAPI document, which
              is linked below; with JavaScript, this page shows them.
            </p>
            {/* eslint-disable-next-line no-restricted-syntax -- The build wrote this from our own document. */}
            <div dangerouslySetInnerHTML={{ __html: RULES }} />
          </div>
        </noscript>
      </main>
    </Document>
  );
}
