// Makes each button copy the text to which it belongs. Without JavaScript the buttons stay hidden, and a click on the
// text selects all of it.
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
