import { describe, expect, test } from 'vitest'
import { isSameName } from './holderName.ts'

describe('the holder of a bank account', () => {
  test.for([
    ['Ada Lovelace', 'ADA LOVELACE'],
    ['Ada Lovelace', 'Lovelace, Ada'],
    ['José Muñoz García', 'Jose Munoz Garcia'],
    ['Vale Stays LLC', 'Vale Stays'],
    ['Müller & Söhne GmbH', 'Muller and Sohne'],
    ['Straße Häuser S.A.', 'Strasse Hauser'],
    ['Ada Lovelace', 'Ada Lovelase'],
    ['Søren Kjær', 'Soren Kjær'],
  ] as const)('%s is %s', ([one, other]) =>
    expect([isSameName(one, other), isSameName(other, one)]).toEqual([true, true]),
  )
  test.for([
    ['Ada Lovelace', 'Charles Babbage'],
    ['Ada Lovelace', 'A. Lovelace'],
    ['Vale Stays', 'Hill Stays'],
    ['GmbH', 'LLC'],
    ['', ''],
    ['Ada', '…'],
  ] as const)('%s may not be %s', ([one, other]) => expect(isSameName(one, other)).toBe(false))
})
