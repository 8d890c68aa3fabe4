// Without JavaScript the forms stay hidden. The key stays in its field: it is stored nowhere.
const key = document.getElementById('key');
key.form.hidden = false;
key.form.addEventListener('submit', (event) => event.preventDefault());
for (const form of document.querySelectorAll('form.try')) {
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    form.querySelector('output').textContent = await send(form).catch(() => 'No response arrived. Try again.');
  });
}

/** The response as text: its status, its headers and its body. */
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
  const head = [`${response.status} ${response.statusText}`, ...[...response.headers].map((each) => each.join(': '))];
  return `${head.join('\n')}\n\n${indented(await response.text())}`;
}

/** JSON with line breaks and every digit, or as it came where the browser lacks JSON.rawJSON. */
function indented(json) {
  try {
    const exact = (_, value, { source }) => (typeof value === 'number' ? JSON.rawJSON(source) : value);
    return JSON.stringify(JSON.parse(json, exact), null, 2);
  } catch {
    return json;
  }
}
