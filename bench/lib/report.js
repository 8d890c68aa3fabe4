/** The middle one of some figures. */
export function median(figures) {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A table in Markdown, the first column to the left and the others to the right. @param {string[][]} rows head first */
export function table(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length), 3));
  const line = (row) =>
    `| ${row.map((cell, at) => (at ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  const [head, ...body] = rows.map(line);
  return [head, rule, ...body].join('\n');
}

export function fixed(figure, digits) {
  return Number.isFinite(figure) ? figure.toFixed(digits) : '-';
}
