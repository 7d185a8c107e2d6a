import { createHash } from 'node:crypto'

/**
 * The claims of an identity provider about a person. `factors`: how they were authenticated (`amr`, RFC
 * 8176).
 */
export type OutsidePerson = Readonly<{
  sub: string
  name: string
  email: string
  emailVerified: boolean
  factors: readonly string[]
}>

const PASSWORD = ['pwd']
const TWO_FACTORS = ['pwd', 'otp', 'mfa']

/**
 * The same person has the same `sub` at every visit; a verified and an unverified claim to one address are
 * two people.
 */
export const outsidePerson = (
  name: string,
  email: string,
  emailVerified: boolean,
  twoFactors: boolean,
): OutsidePerson => ({
  sub: createHash('sha256')
    .update(`${email.toLowerCase()} ${emailVerified}`)
    .digest('base64url')
    .slice(0, 22),
  name,
  email,
  emailVerified,
  factors: twoFactors ? TWO_FACTORS : PASSWORD,
})

/**
 * The people offered as buttons: hosts of the demonstration, staff, a stranger, and a person with an
 * unverified address.
 */
export const OUTSIDE_PEOPLE: readonly OutsidePerson[] = [
  outsidePerson('Ana Vale', 'ana@vale.example', true, false),
  outsidePerson('Inês Duarte', 'ines@lisboa.example', true, false),
  outsidePerson('Sam Support', 'support@hearth.example', true, true),
  outsidePerson('Nora New', 'nora@new.example', true, false),
  outsidePerson('Not Ana', 'ana@vale.example', false, false),
]
