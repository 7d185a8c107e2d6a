import { resources } from '@hearth/contracts'
import { PROBLEMS } from '@hearth/contracts/kernel/problem'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { operationResources } from '@hearth/contracts/projection'
import type { z } from 'zod'
import { actionPaths } from './actionPaths.ts'
import { commandPaths } from './commandPaths.ts'
import { jsonSchema, type Json } from './parts.ts'
import { readPaths } from './readPaths.ts'
import { resourcePaths } from './resourcePaths.ts'

const frame: Json = { id: { type: 'string' }, tenantId: { type: 'string' }, revision: { type: 'integer' } }
const rowSchema = (row: z.ZodObject): Json => {
  const { additionalProperties: _strict, properties, ...rest } = jsonSchema(row, 'output')
  return { ...rest, properties: { ...(typeof properties === 'object' ? properties : {}), ...frame } }
}

const all: readonly Resource[] = [...Object.values(resources), ...operationResources]

/** OpenAPI 3.1 of reads and commands, derived from the registries. */
export const openapiDocument = (): Json => {
  const paths: Record<string, Json> = {}
  for (const [path, operations] of [
    ...all.flatMap(resourcePaths),
    ...commandPaths(),
    ...actionPaths,
    ...readPaths,
  ])
    paths[path] = { ...paths[path], ...operations }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hearth',
      version: '1',
      description: 'Reads and commands of the host console. Errors are RFC 9457 problems.',
    },
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(
          all.flatMap(({ name, row, listRow }) => [
            [name, rowSchema(row)],
            ...(listRow ? [[`${name}-listed`, rowSchema(listRow)]] : []),
          ]),
        ),
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'code'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            code: { enum: Object.keys(PROBLEMS) },
            detail: { type: 'string' },
            digest: { type: 'string' },
            errors: {
              type: 'array',
              items: {
                type: 'object',
                properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
              },
            },
          },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        service: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ session: [] }, { service: [] }],
  }
}
