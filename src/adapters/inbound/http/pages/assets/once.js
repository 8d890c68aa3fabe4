// A form sent again ends the response to the first one, which alone shows the new key. So another click counts only where
// no response has come for a while.
const PAUSE = 5_000;

for (const form of document.querySelectorAll('form:has(input[name="once"])')) {
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault();
    else window.setTimeout(() => (isSent = false), PAUSE);
    isSent = true;
  });
}
