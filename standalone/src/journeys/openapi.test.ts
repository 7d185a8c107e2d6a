import { zListedBookingRow } from '@hearth/contracts/booking'
import { openapiDocument } from '@hearth/query-service/openapi/document'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes, formatRoute } from './allRoutes.ts'

const operation = z.looseObject({
  summary: z.string().min(3),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query', 'header']) }))
    .default([]),
  requestBody: z.looseObject({ content: z.looseObject({}) }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
})
const document = z
  .looseObject({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.record(z.string(), operation)) })
  .parse(openapiDocument())
const routes = allRoutes()
const formatPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

describe('the OpenAPI document', () => {
  test('describes every route and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const mounted = routes.map((route) => formatRoute({ method: route.method, path: formatPath(route.path) }))
    expect({
      missing: mounted.filter((name) => !described.includes(name)),
      invented: described.filter((name) => !mounted.includes(name)),
    }).toEqual({ missing: [], invented: [] })
  })

  test('describes the fields of lists and of single rows', () => {
    const answered = (path: string) => JSON.stringify(document.paths[path]?.['get']?.responses['200'])
    expect(answered('/api/bookings')).toContain('#/components/schemas/bookings-listed"')
    expect(answered('/api/bookings/{id}')).toContain('#/components/schemas/bookings"')
    const { schemas } = z
      .object({
        schemas: z.record(z.string(), z.looseObject({ properties: z.record(z.string(), z.unknown()) })),
      })
      .parse(document['components'])
    expect(Object.keys(schemas['bookings-listed']?.properties ?? {}).toSorted()).toEqual(
      [...Object.keys(zListedBookingRow.shape), 'revision', 'tenantId'].toSorted(),
    )
  })

  test.for(routes.map((route) => [formatRoute(route), route] as const))(
    '%s: the request body',
    ([, { method, path, schemas }]) => {
      const described = document.paths[formatPath(path)]?.[method.toLowerCase()]
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
      expect(described?.parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath)
      if (!schemas.body) return
      const { $schema: _, ...body } = z.toJSONSchema(schemas.body, {
        io: 'input',
        unrepresentable: 'any',
        reused: 'inline',
      })
      expect(described?.requestBody?.content).toEqual({ 'application/json': { schema: body } })
    },
  )
})
