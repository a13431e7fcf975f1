/**
 * Records `temporal-mcp-tasks demo` at a running `dev`, and writes docs/images/demo.svg: an animated picture of a real
 * run for the README. Needs a build (`npm run build`) and the Temporal CLI.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const LINE_HEIGHT = 19;
const CHAR_WIDTH = 7.85;
const COLUMNS = 112;
const ROWS = 18;
/** Longer pauses are cut to this length. */
const LONGEST_PAUSE_S = 0.8;
const LAST_PAUSE_S = 6;
/** The recorded steps: a report as a task, an order that a person approves, an order that is cancelled. */
const KEPT_STEPS = ['2', '3', '4'];
const COLOURS = [
  [/^\d+\. /, '#ffffff'],
  [/\bworking\b/, '#7fd1ff'],
  [/\binput_required\b/, '#ffd75f'],
  [/\bcompleted\b/, '#87d787'],
  [/\b(failed|cancelled)\b/, '#ff8787'],
];

async function record() {
  const main = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
  const demo = spawn(process.execPath, [main, 'demo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(demo, 'close');
  const lines = [];
  let last;
  let atS = 0;
  let isKept = false;
  for await (const text of createInterface({ input: demo.stdout })) {
    const [, step] = /^(\d+)\. /.exec(text) ?? [];
    if (step !== undefined) isKept = KEPT_STEPS.includes(step);
    const now = performance.now();
    if (!isKept) {
      last = now;
      continue;
    }
    if (last !== undefined) atS += Math.min((now - last) / 1000, LONGEST_PAUSE_S);
    last = now;
    const shown =
      step === undefined ? text : text.replace(step, String(KEPT_STEPS.indexOf(step) + 1));
    lines.push({ text: shown.slice(0, COLUMNS), atS });
  }
  const [exitCode] = await ended;
  if (exitCode !== 0) throw new Error(`The demo ended with ${exitCode}.`);
  return lines;
}

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function toSvg(lines) {
  const totalS = lines.at(-1).atS + LAST_PAUSE_S;
  const percent = (atS) => ((100 * atS) / totalS).toFixed(2);
  const rows = lines.map(({ text }, index) => {
    const [, colour = '#b8c0cc'] = COLOURS.find(([pattern]) => pattern.test(text)) ?? [];
    const y = (index + 1) * LINE_HEIGHT;
    return `<text id="l${index}" y="${y}" fill="${colour}" xml:space="preserve">${escape(text)}</text>`;
  });
  const duration = `${totalS.toFixed(1)}s steps(1,end) infinite`;
  const appearing = lines
    .map(({ atS }, index) => ({ atS, index }))
    .filter(({ atS }) => atS > 0)
    .map(
      ({ atS, index }) =>
        `#l${index}{animation:l${index} ${duration}}@keyframes l${index}{0%{opacity:0}${percent(atS)}%{opacity:1}}`,
    );
  const steps = lines
    .map(({ atS }, index) => ({ atS, y: Math.max(0, index + 1 - ROWS) * LINE_HEIGHT }))
    .filter(({ y }) => y > 0)
    .map(({ atS, y }) => `${percent(atS)}%{transform:translateY(-${y}px)}`);
  const lastY = Math.max(0, lines.length - ROWS) * LINE_HEIGHT;
  const height = (ROWS + 1) * LINE_HEIGHT;
  const width = Math.ceil(COLUMNS * CHAR_WIDTH + 24);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="temporal-mcp-tasks demo">
<style>
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
#lines{transform:translateY(-${lastY}px);animation:scroll ${duration}}
@keyframes scroll{0%{transform:translateY(0)}${steps.join('')}}
${appearing.join('\n')}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
</style>
<rect width="100%" height="100%" rx="8" fill="#11151c"/>
<svg x="12" y="4" width="${width - 24}" height="${height - 12}"><g id="lines">
${rows.join('\n')}
</g></svg>
</svg>
`;
}

const path = fileURLToPath(new URL('../docs/images/demo.svg', import.meta.url));
const svg = toSvg(await record());
writeFileSync(path, svg);
console.log(`${path}: ${Math.ceil(svg.length / 1024)} KiB`);
