import { expect, test } from 'vitest'
import { CAPABILITIES, defineCapabilities } from './access.ts'

test('a capability with a misspelt or an unknown condition does not compile', () => {
  const { right } = defineCapabilities({
    right: { title: 'see', roles: ['owner'], stepUp: true, viewScope: 'money', personal: true },
  })
  expect(right.roles).toEqual(['owner'])
  const wrong = [
    // @ts-expect-error `stepUp` is misspelt.
    defineCapabilities({ one: { title: 'see', roles: ['owner'], stepup: true } }),
    // @ts-expect-error `viewScope` is misspelt.
    defineCapabilities({ one: { title: 'see', roles: ['owner'], viewscope: 'money' } }),
    // @ts-expect-error Only the second line is wrong.
    defineCapabilities({ one: right, two: { title: 'act', roles: ['admin'], personall: true } }),
    // @ts-expect-error This role does not exist.
    defineCapabilities({ one: { title: 'see', roles: ['owners'] } }),
  ]
  expect(wrong).toHaveLength(4)
})

test('the table keeps the roles of a capability as its type', () => {
  const roles: readonly ['owner'] = CAPABILITIES['account.export'].roles
  expect(roles).toEqual(['owner'])
})
