const listLeaves = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listLeaves) : [value]

const parseCells = (csv: string): readonly string[] =>
  [...csv.matchAll(/"((?:[^"]|"")*)"|[^,\r\n"]+/g)].map(([whole, quoted]) => quoted ?? whole)

/** Every value of a body of JSON, or every cell of one of CSV, as text and without the fields' names. */
export const valuesIn = (body: string): readonly string[] =>
  /^\s*[[{]/.test(body) ? listLeaves(JSON.parse(body)).map(String) : parseCells(body)

/**
 * The values of a body that show one of these amounts: in minor units, or as people read it (608.00,
 * 1,608.00). Digits that happen to stand in an id, a hash or a time are none.
 */
export const valuesWithAmounts = (body: string, amountsMinor: readonly number[]): readonly string[] => {
  const written = amountsMinor.flatMap((minor) => {
    const major = (minor / 100).toFixed(2)
    return [String(minor), major, major.replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')]
  })
  const amount = new RegExp(
    `(?<![\\w.,:]|\\w-)(?:${written.join('|').replaceAll('.', '\\.')})(?![\\w:]|-\\w)`,
  )
  return valuesIn(body).filter((value) => amount.test(value))
}
