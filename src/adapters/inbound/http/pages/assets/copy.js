// Without JavaScript the button stays hidden, and one click on the text selects the whole of it.
for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies);
  const told = document.getElementById(button.getAttribute('aria-describedby'));
  button.hidden = false;
  button.addEventListener('click', async () => {
    told.textContent = (await copied(source)) ? 'Copied.' : 'Press Ctrl+C or ⌘C to copy what is selected.';
  });
}

/** Whether the text is on the clipboard now; it is selected in any case. */
async function copied(source) {
  window.getSelection().selectAllChildren(source);
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    return true;
  } catch {
    return document.execCommand('copy'); // over plain HTTP a page has no clipboard of the newer kind
  }
}
