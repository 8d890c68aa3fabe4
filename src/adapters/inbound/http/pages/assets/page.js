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

// Ignores a second click on a form that acts once. The browser would drop the response to the first one, which alone
// shows a new key. After this many milliseconds without a response, a click submits the form again.
const PAUSE = 5_000;

for (const form of document.querySelectorAll('form:has(input[name="once"])')) {
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault();
    else window.setTimeout(() => (isSent = false), PAUSE);
    isSent = true;
  });
}

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

// In the list of animals, "Change" is shown in the rows whose choice differs from the saved status.
const choices = [...document.querySelectorAll('.change select')];
const isUnsaved = (choice) => choice.selectedOptions[0]?.defaultSelected === false;

function showUnsaved() {
  for (const choice of choices) choice.form.classList.toggle('saved', !isUnsaved(choice));
}

// A change of one row loads the page again. The rows keep their choices until the status of their animal has changed,
// also over a sign-in, if the session has ended. Only the account that has made a choice sees it again.
const KEPT = 'unsaved choices';
let isChanging = false;

for (const choice of choices) choice.addEventListener('change', showUnsaved);

for (const form of document.querySelectorAll('.change, .undo')) {
  form.addEventListener('submit', () => {
    const kept = choices
      .filter(isUnsaved)
      .map(({ value, form: { elements } }) => [
        elements.account.value,
        elements.number.value,
        elements.shown.value,
        value,
      ]);
    window.sessionStorage.setItem(KEPT, JSON.stringify(kept));
    isChanging = true;
  });
}

if (choices.length > 0) {
  const kept = JSON.parse(window.sessionStorage.getItem(KEPT) ?? '[]');
  window.sessionStorage.removeItem(KEPT);
  for (const [account, number, shown, value] of kept) {
    const choice = choices.find(({ form: { elements } }) => elements.number.value === number);
    const { elements } = choice?.form ?? {};
    if (elements?.account.value === account && elements.shown.value === shown) choice.value = value;
  }
  showUnsaved();
}

// Asks before a page with unsaved rows is left in any other way.
window.addEventListener('beforeunload', (event) => {
  if (!isChanging && choices.some(isUnsaved)) event.preventDefault();
  isChanging = false;
});

// A browser keeps no response to POST: Back would show an error page, and Reload would send the form again. From a form
// or a new key, both load the page at the same address instead. From a failure, Reload tries again.
if (document.querySelector('main form, #key') !== null) window.history.replaceState(null, '', window.location.href);
