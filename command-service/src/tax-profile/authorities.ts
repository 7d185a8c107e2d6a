import type { TaxNumber } from './taxNumber.ts'

/** `unknown`: no clear answer; the same question is asked again later. */
export type MatchAnswer =
  | Readonly<{ kind: 'matched' }>
  | Readonly<{ kind: 'mismatch'; code: 'name_mismatch' | 'number_unknown' }>
  | Readonly<{ kind: 'unknown'; why: string }>
export type VatAnswer = Readonly<{ kind: 'valid' | 'invalid' }> | Readonly<{ kind: 'unknown'; why: string }>

/**
 * Registers that know whose a number is: the TIN matching of the US tax authority, and the EU’s VIES
 * (docs/domain/tax-profile.md#checks-by-authorities).
 */
export type TaxAuthorities = Readonly<{
  matchTin: (question: Readonly<{ tin: TaxNumber; name: string }>) => Promise<MatchAnswer>
  checkVatId: (question: Readonly<{ country: string; number: string }>) => Promise<VatAnswer>
}>

/** Numbers that end like this belong to someone else, or to no one, in the sandbox. */
export const SANDBOX_MISMATCH = '9999'

/** Answers immediately and knows every number but those that end in 9999. */
export const sandboxAuthorities: TaxAuthorities = {
  matchTin: async ({ tin }) =>
    tin.number.endsWith(SANDBOX_MISMATCH) ? { kind: 'mismatch', code: 'name_mismatch' } : { kind: 'matched' },
  checkVatId: async ({ number }) => ({ kind: number.endsWith(SANDBOX_MISMATCH) ? 'invalid' : 'valid' }),
}
