interface CopiedProps {
  readonly id: string;
  readonly text: string;
  /** The button has this text. */
  readonly button: string;
  readonly class?: string;
}

/** Shows a text, such as a key or a program, with a button that copies it. The script copy.js shows the button. */
export function Copied({ id, text, button, class: className }: CopiedProps) {
  return (
    <>
      <pre class="copied">
        <code id={id}>{text}</code>
      </pre>
      <p class="copy">
        <button type="button" class={className} data-copies={id} aria-describedby={`${id}-copied`} hidden>
          {button}
        </button>{' '}
        <span id={`${id}-copied`} role="status" />
      </p>
    </>
  );
}
