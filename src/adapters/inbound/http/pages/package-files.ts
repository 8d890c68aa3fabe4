/** The style sheets of every page. */
export const STYLES = ['@picocss/pico/css/pico.jade.min.css', '@picocss/pico/css/pico.conditional.jade.min.css'];

/** The API reference at /docs. */
export const API_REFERENCE = ['swagger-ui-dist/swagger-ui.css', 'swagger-ui-dist/swagger-ui-bundle.js'];
