// Shows a password while it is typed (NIST SP 800-63B, section 5.1.1.2). Without JavaScript the buttons stay hidden.
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
