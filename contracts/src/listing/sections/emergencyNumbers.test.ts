import { expect, test } from 'vitest'
import { emergencyNumbers } from './emergencyNumbers.ts'

test.for([
  ['US', ['911']],
  ['CA', ['911']],
  ['JP', ['110', '119']],
  ['GB', ['999', '112']],
  ['AU', ['000']],
  ['PT', ['112']],
  ['', ['112']],
] as const)('in %s, the emergency numbers are %j', ([country, numbers]) =>
  expect(emergencyNumbers(country)).toEqual(numbers),
)
