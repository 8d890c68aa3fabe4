// Sends the request of a form on the documentation page and shows its response. Without JavaScript the forms stay
// hidden. The API key stays in its field and is stored nowhere.
const key = document.getElementById('key');
key.form.hidden = false;
key.form.addEventListener('submit', (event) => event.preventDefault());
for (const form of document.querySelectorAll('form.try')) {
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { status, body, headers } = await send(form).catch(() => ({ status: 'No response arrived. Try again.' }));
    const details = form.querySelector('details');
    form.querySelector('output').textContent = body ? `${status}\n\n${body}` : status;
    details.hidden = headers === undefined;
    details.querySelector('code').textContent = headers;
  });
}

/** Sends the request of a form. Returns the status, the body and the headers of the response, each as text. */
async function send({ dataset, elements }) {
  let path = dataset.path;
  const query = new URLSearchParams();
  const headers = key.value === '' ? {} : { Authorization: `Bearer ${key.value}` };
  for (const { name, value, dataset: field } of elements) {
    if (value === '') continue;
    if (field.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (field.in === 'query') query.set(name, value);
    if (field.in === 'header') headers[name] = value;
  }
  const body = elements.body?.value;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetch(`${path}?${query}`, { method: dataset.method, headers, body });
  return {
    status: `${response.status} ${response.statusText}`,
    body: indented(await response.text()),
    headers: [...response.headers].map((each) => each.join(': ')).join('\n'),
  };
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
