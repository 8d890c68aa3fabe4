const BAR = 18;
const GAP = 34;
const LEFT = 190;
const WIDTH = 760;
const COLOURS = ['#0b6e4f', '#47525a', '#5b6770', '#757f87', '#8a949c', '#b3bac0', '#d3d8dc'];

/**
 * Groups of bars, as SVG; it follows the reader's light or dark theme.
 * @param {string} title @param {{name: string, bars: {name: string, value: number}[]}[]} groups
 */
export function barChart(title, groups) {
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const scale = (WIDTH - LEFT - 60) / most;
  const parts = [];
  let y = 56;
  for (const { name, bars } of groups) {
    parts.push(`<text x="16" y="${y - 6}" class="group">${name}</text>`);
    bars.forEach((bar, at) => {
      parts.push(
        `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${bar.name}</text>`,
        `<rect x="${LEFT}" y="${y}" width="${(bar.value * scale).toFixed(1)}" height="${BAR - 4}" fill="${COLOURS[at % COLOURS.length]}"/>`,
        `<text x="${(LEFT + bar.value * scale + 6).toFixed(1)}" y="${y + 12}">${bar.value.toFixed(2)}</text>`,
      );
      y += BAR;
    });
    y += GAP;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="${title}">
<style>
text { font: 13px system-ui, sans-serif; fill: #24292f }
.group, .title { font-weight: 600 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } }
</style>
<text x="16" y="24" class="title">${title}</text>
${parts.join('\n')}
</svg>
`;
}
