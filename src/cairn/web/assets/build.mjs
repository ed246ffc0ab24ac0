// Bundles the scripts and styles of the pages into the folder that it is given: names that carry a hash of the
// content, each file compressed ahead as well, and a manifest that tells which name is whose.

import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { build } from "esbuild";

const [folder] = process.argv.slice(2);
const WORTH_COMPRESSING = /\.(css|js|svg|webmanifest|txt)$/;

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const { metafile } = await build({
  entryPoints: ["css/main.css", "js/main.js", "js/api-docs.js", "images/favicon.svg"],
  outdir: folder,
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  minify: true,
  metafile: true,
  legalComments: "linked",
  format: "esm",
  target: ["chrome123", "firefox120", "safari17.5"],
  loader: { ".woff2": "file", ".woff": "empty", ".svg": "copy", ".png": "file" },
  logLevel: "warning",
});

const manifest = {};
for (const [path, output] of Object.entries(metafile.outputs)) {
  if (output.entryPoint) manifest[basename(output.entryPoint)] = basename(path);
  if (output.cssBundle) manifest[basename(output.entryPoint).replace(/\.js$/, ".css")] = basename(output.cssBundle);
}

for (const name of await readdir(folder)) {
  const content = await readFile(join(folder, name));
  await writeFile(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(join(folder, `${name}.br`), brotliCompressSync(content, { params }));
}
await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
