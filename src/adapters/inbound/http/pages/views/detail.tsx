import type { ComponentChildren } from 'preact';

interface DetailProps {
  readonly term: string;
  readonly children: ComponentChildren;
}

/** Shows one fact with its name, as a part of a list of facts (`dl`). */
export function Detail({ term, children }: DetailProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
