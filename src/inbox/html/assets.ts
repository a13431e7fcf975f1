/** Script, style and icon of the pages, from this package. */
import { readFile } from 'node:fs/promises';

import { PAGE_HEADERS } from './page.js';

/** Time in which browsers may still use the files of an old release, in seconds. */
const MAX_AGE_S = 300;
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0550ae"/><path d="M3 4h10v5h-3l-1 2H7l-1-2H3z" fill="none" stroke="#fff" stroke-width="1.5"/></svg>';

/** Style of the pages: readable at any width, in light and dark, and with the visitor's own colours. */
const STYLE = `
:root {
  color-scheme: light dark;
  --ink: #1b1f24; --quiet: #57606a; --ground: #f6f7f9; --card: #ffffff; --line: #8c959f;
  --link: #0550ae; --accent: #0550ae; --on-accent: #ffffff; --bad: #a40e26; --good: #116329; --asks: #7a4b00; --chosen: #eaf2fd;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6edf3; --quiet: #a8b1bb; --ground: #0d1117; --card: #161b22; --line: #6e7681;
    --link: #79c0ff; --accent: #79c0ff; --on-accent: #0d1117; --bad: #ffa198; --good: #7ee787; --asks: #f2cc60; --chosen: #152338;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding-block: .75rem; }
main { padding-bottom: 3rem; }
.wide header, .wide main { max-width: 64rem; }
main:focus { outline: none; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
.above { color: var(--quiet); margin: .5rem 0 0; overflow-wrap: anywhere; }
.above + h1 { margin-top: 0; }
h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
a { color: var(--link); }
.home { font-weight: 600; overflow-wrap: anywhere; }
.visitor { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; margin: 0; overflow-wrap: anywhere; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: .5rem; top: .5rem; background: var(--card); padding: .5rem; z-index: 1; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.cards { list-style: none; padding: 0; margin: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 .75rem; }
.card p { margin: .25rem 0; }
.card h2 { margin-top: 0; overflow-wrap: anywhere; }
.question > .message { font-size: 1.1rem; margin-bottom: 1rem; }
.message { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
.address { overflow-wrap: anywhere; }
.facts, .hint, .nothing, .optional { color: var(--quiet); }
.hint, .about, .field > .problem { margin: 0 0 .25rem; font-size: .95rem; }
.problem { color: var(--bad); font-weight: 600; }
.note { border-left: .3rem solid var(--good); padding: .5rem .75rem; background: var(--card); }
.summary { border: 2px solid var(--bad); border-radius: .5rem; padding: .5rem 1rem; margin: 0 0 1rem; }
.summary ul { margin: .25rem 0; padding-left: 1.25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .75rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; }
code.id { display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; font-size: .85rem; line-height: 1.75; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; background: var(--card); }
caption { text-align: start; font-weight: 600; font-size: 1.15rem; padding-bottom: .5rem; }
th, td { border: 1px solid var(--line); padding: .4rem .75rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
th { width: 30%; font-weight: 600; }
td ul { margin: 0; padding-inline-start: 1.25rem; }
td pre { margin: 0; border: 0; padding: 0; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; margin: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 32rem; overflow: auto; unicode-bidi: isolate; }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .6rem; font-size: .9rem; font-weight: 600; }
.badge.asks { color: var(--asks); } .badge.good { color: var(--good); } .badge.bad { color: var(--bad); } .badge.over { color: var(--quiet); }
.progress { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; overflow-wrap: anywhere; }
progress { width: 12rem; max-width: 100%; accent-color: var(--accent); }
.field { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
.field.wrong { border-left: .3rem solid var(--bad); padding-left: .75rem; }
.field > label, legend { font-weight: 600; padding: 0; overflow-wrap: anywhere; }
.optional { font-weight: 400; }
input:not([type=radio], [type=checkbox]), textarea, select {
  display: block; width: 100%; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: .35rem; padding: .5rem; min-height: 2.75rem;
}
textarea { field-sizing: content; min-height: 6rem; max-height: 32rem; }
.options { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
.option { display: flex; gap: .5rem; align-items: flex-start; padding: .35rem 0; }
.option input { width: 1.25rem; height: 1.25rem; margin: .15rem 0 0; flex: none; accent-color: var(--accent); }
.option label { overflow-wrap: anywhere; min-width: 0; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1rem; }
button, .button { font: inherit; font-weight: 600; border-radius: .35rem; border: 1px solid var(--accent); padding: .5rem 1rem; min-height: 2.75rem; cursor: pointer; display: inline-block; text-decoration: none; background: var(--card); color: var(--link); }
button.primary, .button.primary { background: var(--accent); color: var(--on-accent); }
button.danger, .button.danger { border-color: var(--bad); color: var(--bad); }
button.danger { background: var(--card); }
button.quiet { border-color: transparent; background: none; font-weight: 400; text-decoration: underline; }
.decision { font-weight: 600; overflow-wrap: anywhere; }
.zoned input { max-width: 20rem; }
button.plain { border-color: var(--line); min-height: 0; padding: .25rem .75rem; color: inherit; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; margin-inline-end: auto; }
.tabs a { padding: .5rem .75rem; min-height: 2.75rem; border-radius: .35rem; border: 1px solid transparent; text-decoration: none; color: inherit; }
.tabs a[aria-current] { border-color: var(--line); background: var(--card); color: var(--link); font-weight: 600; }
.count { color: var(--quiet); font-weight: 400; font-variant-numeric: tabular-nums; }
.filters { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 0 0 .75rem; }
.filters input[type=search], .filters select { width: auto; max-width: 100%; }
.filters input[type=search] { flex: 1 1 14rem; }
.keys { margin: 0 0 .75rem; }
kbd { font: 600 .85rem ui-monospace, monospace; border: 1px solid var(--line); border-radius: .25rem; padding: .05rem .4rem; }
dialog { border: 1px solid var(--line); border-radius: .5rem; background: var(--card); color: inherit; max-width: 30rem; }
.group { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 1rem; }
.group h2 { display: flex; justify-content: space-between; gap: 1rem; margin: 0; padding: .4rem .9rem; font-size: .9rem; color: var(--quiet); border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.group h2.near, .near { color: var(--bad); } .soon { color: var(--asks); }
.rows { list-style: none; margin: 0; padding: 0; }
.row { display: grid; grid-template-columns: 1.5rem minmax(0, 1fr) max-content; gap: 0 .6rem; align-items: center; padding: .4rem .9rem; font-size: .9375rem; line-height: 1.45; border-bottom: 1px solid var(--line); }
.row:last-child { border-bottom: 0; }
.row:focus-within { background: var(--chosen); }
.row input { width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); }
.row .what { display: grid; min-width: 0; }
.row .what > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: isolate; }
.row .what > a { text-decoration: none; font-weight: 500; padding: .1rem .3rem; margin: 0 -.3rem; outline-offset: -3px; }
.row .what > a:hover, .row .what > a:focus { text-decoration: underline; }
.row .facts, .row .when { font-size: .85rem; }
.row .when { display: grid; justify-items: end; color: var(--quiet); font-variant-numeric: tabular-nums; }
.bulk { position: sticky; bottom: 0; display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; padding: .5rem .9rem; background: var(--chosen); border: 1px solid var(--line); border-radius: .5rem; }
.outcomes li { margin-bottom: .5rem; overflow-wrap: anywhere; }
.pages { display: flex; flex-wrap: wrap; gap: 1rem; }
.two { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 22rem); gap: 0 1rem; align-items: start; margin-top: 1rem; }
.two h2, .two caption { font-size: 1rem; }
.two table { margin: 0; }
.two th { min-width: 6.5rem; }
.two .card dl { margin-bottom: 0; }
.timeline { list-style: none; margin: .5rem 0; padding: 0; }
.timeline > li { display: grid; grid-template-columns: max-content 1.25rem minmax(0, 1fr) 8rem; gap: 0 .75rem; padding: .4rem 0; position: relative; }
.timeline time, .spent { color: var(--quiet); font-size: .9rem; font-variant-numeric: tabular-nums; }
.sign { width: 1.25rem; height: 1.25rem; margin-top: .1rem; border: 2px solid var(--line); border-radius: 50%; background: var(--card); font-size: .75rem; font-weight: 700; line-height: 1rem; text-align: center; color: var(--quiet); }
.done > .sign { border-color: var(--good); color: var(--good); } .bad > .sign { border-color: var(--bad); color: var(--bad); }
.asks > .sign { border-color: var(--asks); color: var(--asks); } .now > .sign { border-color: var(--accent); color: var(--link); }
.step p { margin: 0; overflow-wrap: anywhere; }
.step .line { color: var(--quiet); font-size: .95rem; }
.step blockquote { margin: .35rem 0; border-inline-start: 3px solid var(--asks); padding: .15rem .75rem; }
.spent { text-align: end; }
.lasted { display: block; width: 100%; height: .4rem; margin-top: .25rem; border-radius: .2rem; background: var(--ground); fill: var(--accent); }
.asks .lasted { fill: var(--asks); }
@media (max-width: 60rem) {
  .two { grid-template-columns: minmax(0, 1fr); }
  .timeline > li { grid-template-columns: max-content 1.25rem minmax(0, 1fr); }
  .spent { grid-column: 3; text-align: start; }
}
@media (max-width: 30rem) {
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .5rem; }
  .buttons > * { width: 100%; text-align: center; }
  .row { grid-template-columns: 1.5rem minmax(0, 1fr); }
  .row .what > * { white-space: normal; overflow-wrap: anywhere; }
  .row .when { grid-column: 2; display: flex; flex-wrap: wrap; gap: 0 .6rem; }
  .filters > * { flex: 1 1 100%; }
  .bulk { position: static; }
}
`.trimStart();

let script: Promise<string> | undefined;

/** Reads the script. It is plain JavaScript, and the build copies it unchanged. */
async function readScript(): Promise<string> {
  script ??= readFile(new URL('../browser/page.mjs', import.meta.url), 'utf8');
  return script;
}

const ASSETS: Readonly<Record<string, readonly [string, () => string | Promise<string>]>> = {
  'page.js': ['text/javascript; charset=utf-8', readScript],
  'style.css': ['text/css; charset=utf-8', () => STYLE],
  'icon.svg': ['image/svg+xml', () => ICON],
};

/** Sends a file; `undefined` without a file of this name. */
export async function sendAsset(file: string): Promise<Response | undefined> {
  const [type, read] = (Object.hasOwn(ASSETS, file) ? ASSETS[file] : undefined) ?? [];
  if (type === undefined || !read) return undefined;
  const headers = {
    ...PAGE_HEADERS,
    'Content-Type': type,
    'Cache-Control': `public, max-age=${MAX_AGE_S}`,
  };
  return new Response(await read(), { headers });
}
