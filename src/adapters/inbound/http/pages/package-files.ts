export const STYLES = ['@picocss/pico/css/pico.jade.min.css', '@picocss/pico/css/pico.conditional.jade.min.css'];

export const API_REFERENCE = ['swagger-ui-dist/swagger-ui.css', 'swagger-ui-dist/swagger-ui-bundle.js'];
