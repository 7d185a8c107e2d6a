import { describe, expect, test } from 'vitest'
import { allRoutes, findCommand, formatRoute, findResource } from './allRoutes.ts'
import { OTHER_READS } from './authzExpectations.ts'
import { composeBody, WORDS } from './words.ts'
import { commands, lists } from './routes.ts'

const routes = allRoutes()
const ID = '018f3c5e-7b1a-7c3d-9e2f-0123456789ab'

describe('every route has cells in the matrix of test:authz', () => {
  test('none is missing or duplicated', () => {
    expect(routes.filter(findCommand)).toHaveLength(commands.length)
    for (const { name } of lists)
      expect(
        routes.filter((route) => findResource(route)?.name === name).length,
        name,
      ).toBeGreaterThanOrEqual(2)
    expect(new Set(routes.map(formatRoute)).size).toBe(routes.length)
  })

  test('routes that read no resource declare what they depend on', () => {
    const reads = routes
      .filter((route) => route.method === 'GET' && findResource(route) === undefined)
      .map(formatRoute)
    expect(reads.filter((name) => !(name in OTHER_READS))).toEqual([])
    expect(Object.keys(OTHER_READS).filter((name) => !reads.includes(name))).toEqual([])
  })

  test.for(
    routes
      .filter(({ schemas }) => schemas.body !== undefined)
      .map((route) => [formatRoute(route), route] as const),
  )('%s: a valid body can be composed', ([, route]) => {
    expect(composeBody(route, [...WORDS, ID, 'somebody@journey.test', 'T'.repeat(43)])).toBeDefined()
  })
})
