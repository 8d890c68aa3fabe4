// Shows the OpenAPI document with Swagger UI. Every request goes to the service that sent this page.
const response = await fetch('openapi.json');
const spec = JSON.parse(await response.text(), withoutUnreadable);
spec.servers = [{ url: new URL('v1', document.baseURI).href }];
const [introduction, ...rules] = spec.info.description.split(/^(?=## )/m);
spec.info.description =
  `${introduction}\nTo try an operation, type an API key of your account at “Authorize”. ` +
  '[The rules](#rules) for all operations are below them.';

const darkMode = window.matchMedia('(prefers-color-scheme: dark)');
darkMode.addEventListener('change', applyColorScheme);
applyColorScheme();

// The key lasts as long as the tab. Swagger UI itself could keep it only in localStorage.
const STORED_KEY = 'api-key';

const ui = window.SwaggerUIBundle({
  domNode: document.getElementById('main'),
  layout: 'OperationsAndRules',
  spec,
  requestSnippetsEnabled: true,
  plugins: [storeKey, showEveryDigit, showRulesBelowOperations],
  onComplete() {
    const key = window.sessionStorage.getItem(STORED_KEY);
    if (key !== null) ui.preauthorizeApiKey('apiKey', key);
  },
});

/**
 * Leaves out the numbers that JSON.parse rounds, and the patterns, which no person reads. The descriptions in the document
 * state these rules.
 */
function withoutUnreadable(name, value) {
  if (name === 'pattern' && typeof value === 'string') return undefined;
  return typeof value !== 'number' || Number.isSafeInteger(value) ? value : undefined;
}

function applyColorScheme() {
  document.documentElement.classList.toggle('dark-mode', darkMode.matches);
}

function storeKey() {
  const wrapActions = {
    authorize: (authorize) => (payload) => {
      window.sessionStorage.setItem(STORED_KEY, payload.apiKey.value);
      return authorize(payload);
    },
    logout: (logout) => (names) => {
      window.sessionStorage.removeItem(STORED_KEY);
      return logout(names);
    },
  };
  return { statePlugins: { auth: { wrapActions } } };
}

/** Moves the long part of the description below the operations, which would otherwise start on the third screen. */
function showRulesBelowOperations({ React: { createElement } }) {
  function OperationsAndRules({ getComponent }) {
    const text = createElement(getComponent('Markdown', true), { source: rules.join('') });
    const section = createElement('section', { id: 'rules', className: 'info wrapper' }, text);
    return createElement('div', { className: 'swagger-ui' }, createElement(getComponent('BaseLayout', true)), section);
  }
  return { components: { OperationsAndRules } };
}

/** Shows the body of a response as JSON with every digit, because Swagger UI would round large numbers. */
function showEveryDigit({ React: { createElement } }) {
  const responseBody = ({ content, getComponent }) =>
    createElement(getComponent('HighlightCode', true), { language: 'json', canCopy: true }, indented(content));
  return { components: { responseBody } };
}

/** Returns the JSON with line breaks and every digit, or unchanged if the browser lacks JSON.rawJSON. */
function indented(json) {
  try {
    const exact = (_, value, { source }) => (typeof value === 'number' ? JSON.rawJSON(source) : value);
    return JSON.stringify(JSON.parse(json, exact), null, 2);
  } catch {
    return json;
  }
}
