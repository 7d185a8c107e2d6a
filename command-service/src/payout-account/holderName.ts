import { distance } from 'fastest-levenshtein'

/**
 * With at least this similarity, the holder counts as the account's legal entity; below it, staff check the
 * name (docs/domain/payout-account.md#holders-name).
 */
const ALIKE = 0.85

/** Legal forms of companies, which banks and registers may leave out. */
const FORMS = new Set(
  (
    'ab ag aps as bv co company corp gmbh inc kft kg lda limited llc llp ltd nv oy plc sa sarl sas se sl ' +
    'spa srl ug'
  ).split(' '),
)

/** Words of a name without accents, case, order and legal forms: `LOVELACE, Ada` becomes `ada lovelace`. */
const folded = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('&', ' and ')
  const words = plain
    .replaceAll(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const names = words.filter((word) => !FORMS.has(word))
  return (names.length === 0 ? words : names).toSorted().join(' ')
}

/** Whether two spellings mean the same person or company. */
export const isSameName = (one: string, other: string): boolean => {
  const [a, b] = [folded(one), folded(other)]
  const length = Math.max(a.length, b.length)
  return length > 0 && 1 - distance(a, b) / length >= ALIKE
}
