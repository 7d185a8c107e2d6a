// Writes each file of the build that compresses well beside itself, with brotli and gzip; the front door
// serves these (standalone/src/front-door/console.ts).
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const MIN_BYTES = 1_000
// Quality 11 takes eight times as long for 3 % less.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const compress = async (file) => {
  const raw = await readFile(file)
  if (raw.length < MIN_BYTES) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(raw, brotli))
  await writeFile(`${file}.gz`, await promisify(gzip)(raw, { level: 9 }))
}

const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(js|css|svg|json)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
await Promise.all(files.map(compress))
