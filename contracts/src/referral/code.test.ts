import { describe, expect, test } from 'vitest'
import { newId } from '../kernel/ids.ts'
import { deriveReferralCode, deriveReferralId, zReferralCode } from './code.ts'

describe('a referral code', () => {
  test('is the same for the same command, and another one for another command or account', () => {
    const command = newId()
    const code = deriveReferralCode('account', command)
    expect(deriveReferralCode('account', command)).toBe(code)
    expect(deriveReferralCode('other', command)).not.toBe(code)
    expect(deriveReferralCode('account', newId())).not.toBe(code)
  })
  test('is read as a person types it', () => {
    const codes = Array.from({ length: 200 }, () => deriveReferralCode('account', newId()))
    for (const code of codes) expect(zReferralCode.parse(code)).toBe(code)
    expect(zReferralCode.parse(' vale-7k2q ')).toBe('VA1E7K2Q')
    expect(zReferralCode.parse('o0iIlL11')).toBe('00111111')
  })
  test.for(['', 'VA1E7K2', 'VA1E7K2QX', 'VA1E7K2U', 'VA1E7K2é', '<script>'])('refuses %j', (text) =>
    expect(zReferralCode.safeParse(text).success).toBe(false),
  )
  test('leads to one referral', () =>
    expect(deriveReferralId('VA1E7K2Q')).toBe(deriveReferralId(zReferralCode.parse('vale 7k2q'))))
})
