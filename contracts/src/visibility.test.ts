import { describe, expect, test } from 'vitest'
import { resources } from './index.ts'
import {
  CAPABILITIES,
  can,
  canLook,
  HOST_ROLES,
  IMPERSONATION_SCOPES,
  SERVICE_ROLES,
  STAFF_ROLES,
  type Capability,
} from './kernel/access.ts'
import { isVisible } from './kernel/visibility.ts'
import { operationResources } from './projection/index.ts'

const all = [...Object.values(resources), ...operationResources]
const everyRole = [...HOST_ROLES, ...STAFF_ROLES, ...SERVICE_ROLES]

describe('a field', () => {
  test('has a declaration of who sees it', () => {
    const undeclared = all.flatMap(({ name, row, visibility }) =>
      Object.keys(row.shape)
        .filter((field) => visibility[field] === undefined)
        .map(
          (field) =>
            `Resource "${name}" does not declare who sees "${field}". Add it to the resource's visibility: ` +
            `${field}: 'open' for everyone who may read ${name}, or the capability that opens it.`,
        ),
    )
    expect(undeclared).toEqual([])
  })

  test('is declared only where the row has it', () => {
    const unknown = all.flatMap(({ name, row, visibility }) =>
      Object.keys(visibility)
        .filter((field) => row.shape[field] === undefined)
        .map((field) => `Remove "${field}" from the visibility of "${name}": its row has no such field.`),
    )
    expect(unknown).toEqual([])
  })

  test('without a declaration is visible to the owner only, and never while impersonating', () => {
    expect(everyRole.filter((role) => isVisible({}, 'any', (capability) => can(role, capability)))).toEqual([
      'owner',
    ])
    const grant = { mode: 'act_as', scopes: ['all'] } as const
    expect(isVisible({}, 'any', (capability) => canLook(grant, capability))).toBe(false)
  })

  test('that names several capabilities needs all of them', () => {
    const visibility = { data: ['booking.money', 'booking.details'] } as const
    expect(isVisible(visibility, 'data', (capability) => capability === 'booking.money')).toBe(false)
    expect(isVisible(visibility, 'data', () => true)).toBe(true)
  })

  test('that identifies rows, or orders them by default, is visible to every reader', () => {
    const grants = IMPERSONATION_SCOPES.map((scope) => ({ mode: 'read_only', scopes: [scope] }) as const)
    for (const { name, capability, defaultSort, visibility } of all) {
      const [field] = defaultSort
      const sees = (has: (needed: Capability) => boolean) =>
        !has(capability) || isVisible(visibility, field, has)
      expect([
        name,
        visibility['id'],
        everyRole.filter((role) => !sees((needed) => can(role, needed))),
        grants.filter((grant) => !sees((needed) => canLook(grant, needed))),
      ]).toEqual([name, 'open', [], []])
    }
  })
})

test('has only existing capabilities', () => {
  const named = all.flatMap(({ visibility }) => Object.values(visibility).flat())
  expect(named.filter((audience) => audience !== 'open' && !(audience in CAPABILITIES))).toEqual([])
})
