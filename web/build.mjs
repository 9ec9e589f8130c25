// Builds the page into dist/, or the folder that is named: one script, one style sheet, one HTML file. The names of the assets carry a hash of
// their content, so that a browser may keep them for ever.
import * as esbuild from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const dist = resolve(process.argv[2] ?? join(root, "dist"));

/** The drawings have three inks: body, outline and detail. Each side has its own. */
const INKS = {
  white: { "#fff": "#fbf8f1", "#000": "#2b2d36", "#888": "#2b2d36" },
  black: { "#fff": "#454854", "#000": "#14151a", "#888": "#e9e6df" },
};

function paint(drawing, inks) {
  return drawing.trim().replace(/#(?:fff|000|888)\b/g, (ink) => inks[ink]);
}

/** A style rule for each of the twelve men; the pictures are part of the style sheet. */
async function pieceRules() {
  const folder = join(root, "pieces");
  const rules = [];
  for (const file of (await readdir(folder)).sort()) {
    const drawing = await readFile(join(folder, file), "utf8");
    for (const [color, inks] of Object.entries(INKS)) {
      const uri = "data:image/svg+xml," + encodeURIComponent(paint(drawing, inks)).replace(/%20/g, " ");
      rules.push(`.${color}.${basename(file, ".svg")} { background-image: url("${uri}"); }`);
    }
  }
  return rules.join("\n");
}

const pieces = {
  name: "pieces",
  setup(build) {
    build.onResolve({ filter: /^pieces\.css$/ }, (found) => ({ path: found.path, namespace: "pieces" }));
    build.onLoad({ filter: /.*/, namespace: "pieces" }, async () => ({ contents: await pieceRules(), loader: "css" }));
  },
};

/** Chessground writes one style attribute as text, which the page's content security policy forbids; it is not needed. */
const withoutStyleAttribute = {
  name: "without-style-attribute",
  setup(build) {
    build.onLoad({ filter: /chessground[\\/]dist[\\/]wrap\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const contents = source.replace("style: 'color-scheme:light only',", "");
      if (contents === source) throw new Error("chessground no longer sets the style attribute: remove this plugin");
      return { contents, loader: "js" };
    });
  },
};

const { outputFiles } = await esbuild.build({
  absWorkingDir: root,
  entryPoints: { page: "src/main.ts", style: "src/style.css" },
  outdir: dist,
  entryNames: "assets/[name]-[hash]",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  write: false,
  legalComments: "none",
  logLevel: "warning",
  plugins: [pieces, withoutStyleAttribute],
});

const files = new Map(outputFiles.map(({ path, contents }) => [relative(dist, path).replaceAll("\\", "/"), Buffer.from(contents)]));
const assetEndingIn = (ending) => [...files.keys()].find((path) => path.endsWith(ending));
const html = (await readFile(join(root, "src", "index.html"), "utf8"))
  .replace("{{script}}", assetEndingIn(".js"))
  .replace("{{style}}", assetEndingIn(".css"));
files.set("index.html", Buffer.from(html));
files.set("icon.svg", Buffer.from(paint(await readFile(join(root, "pieces", "rook.svg"), "utf8"), INKS.white)));
await replaceFolder(files);
for (const [path, contents] of files) console.log(`${path}  ${(contents.length / 1000).toFixed(1)} kB`);

/** Files that are as they should be are left alone: whatever depends on them need not be built again. */
async function replaceFolder(wanted) {
  const there = await readdir(dist, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of there.filter((found) => found.isFile())) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (!wanted.has(relative(dist, path).replaceAll("\\", "/"))) await rm(path);
  }
  for (const [path, contents] of wanted) {
    const target = join(dist, path);
    const old = await readFile(target).catch(() => undefined);
    if (old?.equals(contents)) continue;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, contents);
  }
}
