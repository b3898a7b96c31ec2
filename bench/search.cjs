// How well the search answers, beside MiniSearch and lunr over the same documents with the same weights and synonyms.
// node bench/search.cjs SITE [FOLDER], where FOLDER holds node_modules with minisearch and lunr.
const { readFileSync } = require("fs");
const { gzipSync } = require("zlib");
const { join } = require("path");

const [site, folder] = process.argv.slice(2);
const script = readFileSync(join(site, "search/index.js"), "utf8");
let data;
globalThis.searchIndex = (given) => (data = given);
(0, eval)(script);
const index = new SearchIndex(data);
const { documents } = index;
const LATE = [1, 0.38, 0.1];
const SILENT = new Set("a an and are as at be by can do does for from get gets has have how i if in into is it its many me mean much my of on or our than that the there they this to us use was we what when where which who why will with work works you your".split(" "));

const questions = (name) =>
  readFileSync(join(__dirname, "../tests/browser", name), "utf8").trim().split("\n").slice(1)
    .map((line) => line.match(/^(.*),([^,]*)$/)).map(([, asked, found]) => [asked, found.split(" ")]).filter(([, found]) => found[0] !== "none");
const wider = (asked) => [asked, ...data.synonyms.filter(([word, means]) => means && new RegExp(`\\b${word}\\b`, "i").test(asked)).map(([, means]) => means)].join(" ");
// One place for each address, two for each table, as ours has them.
const places = (found) => {
  const [seen, tables] = [new Set(), new Map()];
  return found.map((at) => documents[at]).filter(({ href, same, table }) => {
    if (seen.has(href) || (same && seen.has(same)) || (table && tables.get(table) === 2)) return false;
    tables.set(table, (tables.get(table) ?? 0) + 1);
    seen.add(href).add(same);
    return true;
  }).map(({ href }) => href);
};
const judge = (name, find) => {
  for (const file of ["", "more_", "new_", "later_", "blind_", "last_", "others_", "fresh_", "judged_", "unseen_", "apart_"].map((name) => `${name}questions.csv`)) {
    const asked = questions(file);
    const found = asked.map(([question, right]) => find(question).slice(0, 3).map((href) => right.includes(href.split(":")[0])));
    const times = asked.map(([question]) => [process.hrtime.bigint(), find(question), process.hrtime.bigint()]).map(([from, , to]) => Number(to - from) / 1e6);
    console.log(`${name}, ${file}: of ${asked.length}, ${found.filter(([first]) => first).length} first, ${found.filter((three) => three.includes(true)).length} in three, at most ${Math.max(...times).toFixed(0)} ms`);
  }
};
const size = (name, text) => console.log(`${name}: ${text.length} bytes, ${gzipSync(text).length} gzipped`);

judge("ours", (question) => index.search(question).found.map(({ href }) => href));
size("ours, the program", script.slice(0, script.lastIndexOf("searchIndex({")));
size("ours, the index", script.slice(script.lastIndexOf("searchIndex({")));
if (folder) {
  const MiniSearch = require(join(folder, "node_modules/minisearch/dist/cjs/index.cjs"));
  const lunr = require(join(folder, "node_modules/lunr"));
  const texts = documents.map(({ title, names, where, text }, id) => ({ id, title, names: names.join(" "), where, text }));
  const worth = (id) => LATE[documents[id].late] * (documents[id].numbers ? 0.4 : 1);
  const boost = { title: 4, names: 3, where: 1.2 };
  const mini = new MiniSearch({ fields: ["title", "names", "where", "text"], processTerm: (term) => (SILENT.has(term.toLowerCase()) ? null : term.toLowerCase()) });
  mini.addAll(texts);
  const options = { boost, fuzzy: (term) => term.length > 3 && 0.2, prefix: (term) => term.length > 3, boostDocument: worth };
  judge("minisearch", (question) => places(mini.search(wider(question), options).map(({ id }) => id)));
  size("minisearch, its index without our texts", JSON.stringify(mini));
  const moon = lunr(function build() {
    this.ref("id");
    for (const field of ["title", "names", "where", "text"]) this.field(field, { boost: boost[field] ?? 1 });
    texts.forEach((text) => this.add(text, { boost: worth(text.id) }));
  });
  const words = (question) => wider(question).toLowerCase().split(/[^\w+-]+/).filter((word) => word && !SILENT.has(word));
  judge("lunr", (question) => places(moon.query((query) => words(question).forEach((word) => {
    query.term(word, {});
    if (word.length > 3) query.term(word, { editDistance: 1, boost: 0.2 });
  })).map(({ ref }) => Number(ref))));
  size("lunr, its index without our texts", JSON.stringify(moon));
}
