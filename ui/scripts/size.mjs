// Gzip sum of the JavaScript that a first load of `/` asks for: the entry, what it preloads, the app and the
// page, with all they import. Fails above the limit (docs/domain/console.md#first-load).
import { readFileSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url)
const limit = 380_000
/** What each chunk had when this was last set, rounded up; the others have `rest` together. */
const usual = {
  react: 110_000,
  admin: 92_000,
  mui: 77_000,
  contracts: 34_500,
  shell: 28_500,
  start: 14_500,
  index: 7_500,
  TodayPage: 5_000,
  rest: 6_000,
}
const assets = readdirSync(new URL('assets/', dist)).filter((name) => name.endsWith('.js'))
const source = new Map(assets.map((name) => [name, readFileSync(new URL(`assets/${name}`, dist), 'utf8')]))
const staticImports = (code) =>
  [...code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)].map((match) => match[1])

const entry = /src="\/assets\/([^"]+\.js)"/.exec(readFileSync(new URL('index.html', dist), 'utf8'))?.[1]
const first = assets.filter((name) => name === entry || /^(start|TodayPage)-/.test(name))
const loaded = new Set()
const load = (name) => {
  if (loaded.has(name)) return
  loaded.add(name)
  staticImports(source.get(name) ?? '').forEach(load)
}
first.forEach(load)

const rows = [...loaded]
  .map((name) => ({ name, gzip: gzipSync(source.get(name) ?? '', { level: 9 }).length }))
  .toSorted((a, b) => b.gzip - a.gzip)
const total = rows.reduce((sum, row) => sum + row.gzip, 0)
for (const row of rows) console.log(`${String(row.gzip).padStart(8)}  ${row.name}`)
console.log(
  `${String(total).padStart(8)}  first-load JavaScript, gzip, ${rows.length} files (limit ${limit})`,
)

/** Which chunks exceed what they usually have. */
const findGrowth = () => {
  const sums = {}
  for (const { name, gzip } of rows) {
    const chunk = name.replace(/-[^-]{8}\.js$/, '')
    const key = Object.hasOwn(usual, chunk) ? chunk : 'rest'
    sums[key] = (sums[key] ?? 0) + gzip
  }
  return Object.entries(sums)
    .filter(([chunk, sum]) => sum > usual[chunk])
    .map(([chunk, sum]) => `${chunk} has ${sum}, usually at most ${usual[chunk]}`)
}

if (total > limit) {
  console.error(
    `The first load is ${total - limit} bytes above its limit. What grew: ${findGrowth().join('; ')}.\n` +
      'Move what only some pages need into their chunks: texts with `addTexts` (ui/src/i18n/lazyTexts.ts), ' +
      'components and contracts with the groups of ui/vite.config.ts.',
  )
  process.exitCode = 1
}
