import type { ComponentChildren } from 'preact';

interface TableProps {
  readonly labelledBy: string;
  readonly columns: readonly string[];
  /** Whether the last column has links to act on a row. Only assistive technology reads the name of that column. */
  readonly hasActions?: boolean;
  readonly children: ComponentChildren;
}

/** The roles keep it a table for assistive technology while the style sheet shows each row as a card. */
export function Table({ labelledBy, columns, hasActions = false, children }: TableProps) {
  return (
    <table class="rows" role="table" aria-labelledby={labelledBy}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th role="columnheader" scope="col">
              {column}
            </th>
          ))}
          {hasActions && (
            <th role="columnheader" scope="col">
              <span class="visually-hidden">Action</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

interface RowProps {
  /** The content of the first cell, which is the header of the row. */
  readonly name: ComponentChildren;
  readonly class?: string | undefined;
  readonly children: ComponentChildren;
}

export function Row({ name, class: className, children }: RowProps) {
  return (
    <tr role="row" class={className}>
      <th role="rowheader" scope="row">
        {name}
      </th>
      {children}
    </tr>
  );
}

interface CellProps {
  /** A narrow screen shows the name of the column beside the content. */
  readonly label?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Cell({ label, class: className, children }: CellProps) {
  return (
    <td role="cell" data-label={label} class={className}>
      {children}
    </td>
  );
}
