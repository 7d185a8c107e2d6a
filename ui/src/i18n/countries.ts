const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that have a name but are not countries: groups, test regions, the unknown region. */
const NONE = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isPresent = (code: string) => new Intl.Locale(`und-${code}`).region === code

/** `Portugal` for `PT`; the code itself where it has no name. */
export const findCountryName = (code: string) => regionNames.of(code) ?? code

/** Every country by its name, as the browser knows them. */
export const listCountries = (): readonly Readonly<{ code: string; name: string }>[] =>
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((code) => {
      const name = NONE.has(code) || !isPresent(code) ? undefined : regionNames.of(code)
      return name === undefined ? [] : [{ code, name }]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
