import type { PageProps } from './components/layout.js';

/**
 * Is the frame in which docs.js shows the OpenAPI document with Swagger UI. The styles of the other pages would change
 * those of Swagger UI, so this page has its own.
 */
export function DocsPage({ page: { url } }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>API · Animal Store</title>
        <link rel="icon" href={url('/account/paw.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={url('/account/swagger-ui.css')} />
        <link rel="stylesheet" href={url('/account/docs.css')} />
        <script defer src={url('/account/swagger-ui-bundle.js')} />
        <script type="module" src={url('/account/docs.js')} />
      </head>
      <body>
        <header>
          <a href={url('/')}>
            <img src={url('/account/paw.svg')} alt="" width="28" height="28" />
            Animal Store
          </a>
          <a href={url('/account')}>Your API keys</a>
        </header>
        <div id="docs">
          <p class="loading">With JavaScript, this page shows the OpenAPI document, which is linked below.</p>
        </div>
        <footer>
          The OpenAPI document: <a href={url('/openapi.json')}>JSON</a> · <a href={url('/openapi.yaml')}>YAML</a>
        </footer>
      </body>
    </html>
  );
}
