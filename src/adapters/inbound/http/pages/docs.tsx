import { Document, type PageProps } from './components/layout.js';

/**
 * Writes the page on which docs.js shows the OpenAPI document with Swagger UI. The usual style sheet of Pico styles every
 * element, and so would change Swagger UI. This page loads the one that styles only what is within the class `pico`.
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
        <p class="loading">With JavaScript, this page shows the OpenAPI document, which is linked below.</p>
      </main>
    </Document>
  );
}
