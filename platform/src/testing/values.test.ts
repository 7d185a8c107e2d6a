import { expect, test } from 'vitest'
import { valuesIn, valuesWithAmounts } from './values.ts'

test('reads the values of JSON and the cells of CSV', () => {
  expect(valuesIn('[{"id":"a","total":1},{"nested":{"none":null,"list":[true,"x, y"]}}]')).toEqual([
    'a',
    '1',
    'null',
    'true',
    'x, y',
  ])
  expect(valuesIn('"Code","Total"\r\n"a ""b""","1,608.00"\r\nplain,2\r\n')).toEqual([
    'Code',
    'Total',
    'a ""b""',
    '1,608.00',
    'plain',
    '2',
  ])
})

test('finds an amount in any notation', () => {
  for (const value of [160800, -160800, '160800', '1608.00', 'USD 1,608.00.', '-1,608.00', '−$1,608.00'])
    expect(valuesWithAmounts(JSON.stringify({ value }), [160_800]), String(value)).toEqual([String(value)])
  expect(valuesWithAmounts('"Code","1,608.00"\r\n', [160_800])).toEqual(['1,608.00'])
})

test('does not take the digits of an id, a hash or a time for an amount', () => {
  for (const value of [
    '01916080-0000-7160-8000-160800abcdef',
    '160800ab-0000-7000-8000-0000000160800',
    'c160800',
    '2026-07-16T16:08:00.160800Z',
    'a-160800-b',
    1608001,
    '21,608.00',
    '1608.001',
  ])
    expect(valuesWithAmounts(JSON.stringify([value]), [160_800]), String(value)).toEqual([])
})
