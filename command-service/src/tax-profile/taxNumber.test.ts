import { describe, expect, test } from 'vitest'
import { compactNumber, compactVatId, findNumberProblem, findVatProblem } from './taxNumber.ts'

const us = (type: 'SSN' | 'EIN' | 'ITIN', number: string) =>
  findNumberProblem({ country: 'US', type, number }, type === 'EIN' ? 'company' : 'individual')
const foreign = (country: string, number: string, entity: 'individual' | 'company' = 'individual') =>
  findNumberProblem({ country, type: 'foreign', number }, entity)

describe('tax numbers', () => {
  test('are read as they are pasted, with invisible signs, spaces and dashes of any kind', () => {
    expect(compactNumber(' 536\u200b-90\u2011 43\u00ad99\ufeff')).toBe('536904399')
    expect(compactNumber('１２３ 456.789/x')).toBe('123456789X')
    expect(compactVatId('PT', 'pt 123 456 789')).toBe('123456789')
    expect(compactVatId('GR', 'EL094259216')).toBe('094259216')
  })

  test('of the US were issued at some time', async () => {
    expect(await us('SSN', '536-90-4399')).toBeNull()
    expect(await us('EIN', '13-1234821')).toBeNull()
    expect(await us('ITIN', '912-70-1234')).toBeNull()
    for (const number of ['000-12-3456', '666-12-3456', '900-12-3456', '536-00-4399', '536-90-0000'])
      expect(await us('SSN', number)).not.toBeNull()
    expect(await us('EIN', '07-1234567')).not.toBeNull()
    expect(await us('ITIN', '912-49-1234')).not.toBeNull()
    expect(await us('SSN', '53690439')).toBe('has nine digits')
  })

  test('of other countries have the right check digits', async () => {
    expect(await foreign('PT', '123456789')).toBeNull()
    expect(await foreign('PT', '123456788')).not.toBeNull()
    expect(await foreign('DE', '36 574 261 809')).toBeNull()
    expect(await foreign('DE', '36 574 261 808')).not.toBeNull()
    expect(await foreign('ES', '54362315K')).toBeNull()
    expect(await foreign('ES', '54362315Z')).not.toBeNull()
    expect(await foreign('FR', '0701987765493')).toBeNull()
    expect(await foreign('FR', '0701987765498')).not.toBeNull()
  })

  test('of countries without a known check have the form of a number', async () => {
    expect(await foreign('AQ', 'A-1234567')).toBeNull()
    expect(await foreign('AQ', '<b>1</b>')).not.toBeNull()
    expect(await foreign('AQ', '12')).not.toBeNull()
    expect(await foreign('US', '536904399')).not.toBeNull()
  })

  test('for VAT belong to their country', async () => {
    expect(await findVatProblem('PT', 'PT 501 964 843')).toBeNull()
    expect(await findVatProblem('PT', 'PT 501 964 842')).not.toBeNull()
    expect(await findVatProblem('DE', 'DE136695976')).toBeNull()
  })
})
