// Gzip sum of the JavaScript that a first load of `/` asks for: the entry, what it preloads, the app and the
// page, with all they import.
import { readFileSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url)
const limit = 380_000
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
if (total > limit) process.exitCode = 1
