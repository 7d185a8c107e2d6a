import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(file, 'utf8')

const lazy = [...read(join(SRC, 'i18n/lazyTexts.ts')).matchAll(/^ {2}(\w+): typeof/gm)].flatMap(
  ([, name]) => name ?? [],
)
/** A text that is used with `t`, also behind a condition. */
const KEY = new RegExp(`\\bt\\([^'"\`()]*['"\`](${lazy.join('|')})\\.`, 'g')

const find = (code: string, pattern: RegExp) =>
  [...code.matchAll(pattern)].flatMap(([, found]) => found ?? [])
/** Files that a file imports: immediately, or only when they are needed. */
const importsOf = (file: string, kind: 'static' | 'dynamic') =>
  find(
    read(file).replaceAll(/import type [^;]*? from '[^']*'/g, ''),
    kind === 'static' ? /(?:from|import) '(\.[^']+\.tsx?)'/g : /import\('(\.[^']+\.tsx?)'\)/g,
  ).map((path) => join(dirname(file), path))

const reach = (first: string, kinds: readonly ('static' | 'dynamic')[]): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const kind of kinds) importsOf(file, kind).forEach(visit)
  }
  visit(first)
  return found
}

/** Texts that files use without adding them, each with a file that does. */
const findMissing = (files: ReadonlySet<string>) => {
  const added = new Set(
    [...files].flatMap((file) =>
      find(read(file), /addTexts\(\{([^}]*)\}/g).flatMap((names) => find(names, /(\w+):/g)),
    ),
  )
  return [...files].flatMap((file) =>
    file.includes('/i18n/') || file.endsWith('routes.tsx')
      ? []
      : [...new Set(find(read(file), KEY))]
          .filter((name) => !added.has(name))
          .map((name) => `${relative(SRC, file)} uses ${name}`),
  )
}

it('adds the texts of every feature that a page uses', () => {
  const pages = [...new Set(importsOf(join(SRC, 'app/routes.tsx'), 'dynamic'))]
  expect(pages.length).toBeGreaterThan(30)
  const missing = pages.flatMap((page) =>
    findMissing(reach(page, ['static', 'dynamic'])).map((what) => `${relative(SRC, page)}: ${what}`),
  )
  expect(missing.join('\n'), 'import the texts.ts of the feature').toBe('')
})

it('uses no such text in the first load', () => {
  const missing = findMissing(reach(join(SRC, 'app/start.tsx'), ['static']))
  expect(missing.join('\n'), 'move the text to a file of i18n/en.ts, or import what uses it later').toBe('')
})
