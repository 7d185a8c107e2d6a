import { z } from 'zod'
import { deriveId, type Id } from '../kernel/ids.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const REFERRAL_CODE_LENGTH = 8

/**
 * The code of an invitation: 40 bits of the command that made it, so that a repetition makes the same one
 * (docs/domain/referral.md#codes).
 */
export const deriveReferralCode = (tenantId: string, commandId: Id): string => {
  const bits = BigInt(`0x${deriveId('referral-code', tenantId, commandId).replaceAll('-', '').slice(-10)}`)
  return Array.from(
    { length: REFERRAL_CODE_LENGTH },
    (_, index) => CROCKFORD[Number((bits >> BigInt(5 * (7 - index))) & 31n)],
  ).join('')
}

/** A referral is found by its code, and two with one code cannot be. */
export const deriveReferralId = (code: string): Id => deriveId('referral', code)

// Crockford: letters that look like digits are read as them; people add spaces and dashes.
const foldCode = (text: string): string =>
  text.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** A code as a person types it. */
export const zReferralCode = z
  .string()
  .max(40)
  .overwrite(foldCode)
  .regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, 'must be a code of 8 letters and digits')
