import { expect, it } from 'vitest'

const sources: Record<string, string> = import.meta.glob('../../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const NATIVE = /type(?:=|: )["'](?:date|time|datetime-local|month|week)["']/

it('screens have no date or time field of the browser, whose format a person cannot choose', () => {
  const files = Object.entries(sources)
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter(([, source]) => NATIVE.test(source)).map(([file]) => file)).toEqual([])
})
