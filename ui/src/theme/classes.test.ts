import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
)
const read = (file: string) => readFileSync(join(source, file), 'utf8')
const readClasses = (sheet: string): ReadonlySet<string> =>
  new Set([...read(sheet).matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))

/** A class that a sheet lost with its last rule leaves its element without a style, and nothing else says so. */
it('every class that a component takes from a style sheet is in it', () => {
  const missing = files.flatMap((file) => {
    const text = read(file)
    return [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(
      ([, name, sheet = '']) => {
        const classes = readClasses(join(dirname(file), sheet))
        return [...text.matchAll(new RegExp(`\\b${name}\\['([^']+)'\\]`, 'g'))]
          .filter(([, used = '']) => !classes.has(used))
          .map(([, used]) => `${file}: ${used}`)
      },
    )
  })
  expect(missing).toEqual([])
})
