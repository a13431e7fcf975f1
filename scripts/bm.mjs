import { readFileSync, writeFileSync } from 'node:fs';
let s = readFileSync('scripts/bundle.mjs', 'utf8').replace(
  'return Object.keys(metafile.inputs);\n}\n\nrmSync',
  "writeFileSync('/tmp/meta.json', JSON.stringify(metafile));\n  return Object.keys(metafile.inputs);\n}\n\nrmSync",
);
writeFileSync('scripts/bundle2.mjs', s);
