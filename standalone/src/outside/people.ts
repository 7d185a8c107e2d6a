import { createHash } from 'node:crypto'

/**
 * What an identity provider says about a person. `factors`: how they proved who they are (`amr`, RFC 8176).
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
 * Who can be chosen by one press: hosts of the demonstration, staff, a stranger, and somebody who only says
 * that the address is theirs.
 */
export const OUTSIDE_PEOPLE: readonly OutsidePerson[] = [
  outsidePerson('Ana Vale', 'ana@vale.example', true, false),
  outsidePerson('Inês Duarte', 'ines@lisboa.example', true, false),
  outsidePerson('Sam Support', 'support@hearth.example', true, true),
  outsidePerson('Nora New', 'nora@new.example', true, false),
  outsidePerson('Not Ana', 'ana@vale.example', false, false),
]
