import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  /** A narrow screen shows it beside the content. A column without one has links and buttons that act on the row. */
  readonly label?: string;
  readonly class?: string;
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  readonly labelledBy: string;
  /** The first one has the header of each row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly isMarked?: (row: Row) => boolean;
}

/** The roles keep it a table for assistive technology while the style sheet shows each row as a card. */
export function Table<Row>({ labelledBy, columns, rows, isMarked }: TableProps<Row>) {
  return (
    <table class="rows" role="table" aria-labelledby={labelledBy}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label }) => (
            <th role="columnheader" scope="col">
              {label ?? <span class="visually-hidden">Action</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr role="row" class={isMarked?.(row) === true ? 'marked' : undefined}>
            {columns.map((column, at) =>
              at === 0 ? <RowHeader {...column} row={row} /> : <Cell {...column} row={row} />,
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps<Row> = Column<Row> & { readonly row: Row };

function RowHeader<Row>({ cell, row }: CellProps<Row>) {
  return (
    <th role="rowheader" scope="row">
      {cell(row)}
    </th>
  );
}

function Cell<Row>({ label, class: className, cell, row }: CellProps<Row>) {
  return (
    <td role="cell" data-label={label} class={label === undefined ? 'action' : className}>
      {cell(row)}
    </td>
  );
}
