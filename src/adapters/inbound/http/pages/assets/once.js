// Ignores a second click on a form that creates a key. The browser would drop the response to the first one, which
// alone shows the key. After this many milliseconds without a response, a click submits the form again.
const PAUSE = 5_000;

for (const form of document.querySelectorAll('form:has(input[name="once"])')) {
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault();
    else window.setTimeout(() => (isSent = false), PAUSE);
    isSent = true;
  });
}
