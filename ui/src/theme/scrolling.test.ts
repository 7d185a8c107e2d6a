import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))
const scrolls = (rules: string) => /overflow(-[xy])?:\s*(auto|scroll)/.test(rules)

it('a part that scrolls holds what is placed in it, so that hidden words do not lengthen the page', () => {
  const blocks = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/([^{}]*)\{([^{}]*)\}/g)].flatMap(([, selector = '', rules = '']) =>
      scrolls(rules) ? [{ name: `${path}: ${selector.trim()}`, rules }] : [],
    ),
  )
  expect(blocks.length).toBeGreaterThan(20)
  expect(blocks.filter(({ rules }) => !rules.includes('position:')).map(({ name }) => name)).toEqual([])
})
