// The pages work without this script: the buttons that it needs stay hidden then.

// Makes each button copy the text to which it belongs. Without the button, a click on the text selects all of it.
for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies);
  const status = document.getElementById(button.getAttribute('aria-describedby'));
  button.hidden = false;
  button.addEventListener('click', async () => {
    status.textContent = (await copied(source)) ? 'Copied.' : 'Press Ctrl+C or ⌘C to copy the selected text.';
  });
}

/** Selects the text, and returns whether it is on the clipboard. */
async function copied(source) {
  window.getSelection().selectAllChildren(source);
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    return true;
  } catch {
    return document.execCommand('copy'); // Over plain HTTP there is no navigator.clipboard.
  }
}

// Ignores a form that is sent again before its response arrives. The browser would drop the response to the first
// sending, which alone shows a new key. After a while, or on a page that Back shows again, it is sent.
let sentAt = -Infinity;
document.addEventListener('submit', (event) => {
  if (event.timeStamp - sentAt < 10_000) event.preventDefault();
  else sentAt = event.timeStamp;
});
window.addEventListener('pageshow', () => (sentAt = -Infinity));

// Shows a password while it is typed (NIST SP 800-63B, section 5.1.1.2).
for (const button of document.querySelectorAll('.password button')) {
  const input = document.getElementById(button.getAttribute('aria-controls'));
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password';
    button.firstChild.data = isShown ? 'Hide' : 'Show';
  };
  button.hidden = false;
  button.addEventListener('click', () => show(input.type === 'password'));
  input.form.addEventListener('submit', () => show(false)); // Browsers offer to save a password only while it is hidden.
}
