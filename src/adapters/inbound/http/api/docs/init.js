// Swagger UI reads JSON with JSON.parse, which rounds integers beyond 2^53. This plugin shows every digit instead.
const ExactIntegers = ({ React }) => ({
  wrapComponents: {
    responseBody: (Original) => (props) => {
      const { content, contentType, getComponent } = props;
      if (typeof content !== 'string' || !/json/i.test(contentType)) return React.createElement(Original, props);
      const code = { language: 'json', downloadable: true, fileName: 'response.json', canCopy: true };
      return React.createElement(
        'div',
        null,
        React.createElement('h5', null, 'Response body'),
        React.createElement(getComponent('HighlightCode', true), code, indented(content)),
      );
    },
    // The bounds of int64 in the table of schemas, as they look once they are rounded.
    JSONSchema202012KeywordConstraint: (Original) => (props) => {
      const value = props.constraint.value
        .replace('-9223372036854776000', '-9223372036854775808')
        .replace('9223372036854776000', '9223372036854775807');
      return React.createElement(Original, { ...props, constraint: { ...props.constraint, value } });
    },
  },
});

// The operations come first: what applies to all of them is one click away, and so is what every error looks like.
const Compact = ({ React }) => ({
  wrapComponents: {
    InfoContainer: (Original) => (props) =>
      React.createElement(
        'details',
        { className: 'guide' },
        React.createElement('summary', null, 'Guide: authentication, paging, retries, limits, numbers, errors'),
        React.createElement(Original, props),
      ),
    // All errors have the schema Error: a row for each says when it comes, and with which code.
    response: (Original) => (props) => {
      const { code, response, getComponent } = props;
      if (/^[123]/.test(code)) return React.createElement(Original, props);
      const codes = response.getIn(['content', 'application/json', 'examples'])?.keySeq().toArray() ?? [];
      return React.createElement(
        'tr',
        { className: 'response response-error', 'data-code': code },
        React.createElement('td', { className: 'response-col_status' }, code),
        React.createElement(
          'td',
          { className: 'response-col_description', colSpan: 2 },
          React.createElement(getComponent('Markdown', true), { source: response.get('description') }),
          ...codes.map((each) => React.createElement('code', { key: each }, each)),
        ),
      );
    },
  },
});

// A key is typed as a password is: hidden from people who look at the screen, and stored by no form history.
const MaskedKey = ({ React }) => ({
  wrapComponents: {
    Input: (Original) => (props) => {
      const masked = { type: 'password', autoComplete: 'off', 'aria-label': 'API key' };
      return React.createElement(Original, props.id === 'auth-bearer-value' ? { ...props, ...masked } : props);
    },
  },
});

/** JSON with line breaks and every digit; as it came where it is no JSON, or where the browser lacks JSON.rawJSON. */
function indented(json) {
  try {
    const exact = (_, value, { source }) => (typeof value === 'number' ? JSON.rawJSON(source) : value);
    return JSON.stringify(JSON.parse(json, exact), null, 2);
  } catch {
    return json;
  }
}

// Controls that Swagger UI gives no name, or one that differs from what they show (WCAG 2.2, 4.1.2 and 2.5.3).
const NAMES = {
  '#servers': 'Server',
  '.examples-select-element': 'Example',
  '.body-param__text': 'Request body',
  '[data-param-name="status"] select': 'status',
  '.close-modal': 'Close',
  '[aria-label="Apply credentials"]': 'Authorize',
};

new window.MutationObserver(() => {
  for (const [selector, name] of Object.entries(NAMES)) {
    for (const control of document.querySelectorAll(selector)) control.setAttribute('aria-label', name);
  }
}).observe(document.body, { childList: true, subtree: true });

// Swagger UI has dark colours under this class.
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyTheme);
applyTheme();

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  // A pasted key is not stored, and the document is not sent to a validator on another host.
  persistAuthorization: false,
  validatorUrl: null,
  plugins: [ExactIntegers, Compact, MaskedKey],
});
