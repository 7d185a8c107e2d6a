import { expect, it } from 'vitest'
import type { Text } from '../../i18n/text.ts'
import { describeFormula } from './describeFormula.ts'

const t: Text = (key) => key
const price = {
  rule: 'depreciated',
  costMinor: 18_000,
  ageMonths: null,
  usefulLifeMonths: null,
  numerator: 1,
  denominator: 1,
  resultMinor: 18_000,
} as const
const describe = (amountMinor: number) =>
  describeFormula(price, { amountMinor, label: 'likely', currency: 'USD' }, t)

it('shows an amount that nothing is taken off without a formula', () =>
  expect(describe(18_000)).toEqual([{ value: '180.00', label: 'likely' }]))

it('shows how a lower claim limits the amount', () =>
  expect(describe(15_000).map(({ sign, value }) => [sign, value])).toEqual([
    [undefined, '180.00'],
    ['=', '180.00'],
    ['→', '150.00'],
  ]))
