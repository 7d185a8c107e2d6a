import { z } from 'zod'

export type Json = Readonly<Record<string, unknown>>
type Io = 'input' | 'output'

/** JSON Schema of a zod schema, as it is sent (`input`) or answered (`output`). */
export const jsonSchema = (schema: z.ZodType, io: Io): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  })
  return rest
}
export const content = (schema: Json) => ({ content: { 'application/json': { schema } } })
export const problem = {
  description: 'A problem',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}
export const parameter = (
  where: 'path' | 'query' | 'header',
  name: string,
  description: string,
  schema: Json = { type: 'string' },
  required = where === 'path',
) => ({ name, in: where, required, description, schema })
export const id = parameter('path', 'id', 'Its id')
const token = parameter(
  'header',
  'X-Min-Position',
  'Wait until what a command answered as X-Position is visible',
)
export const get = (summary: string, parameters: readonly Json[], description: string, body: Json) => ({
  get: {
    summary,
    parameters: [...parameters, token],
    responses: { 200: { description, ...body }, default: problem },
  },
})

/** A change without an Idempotency-Key: sign-in and what belongs to a session. */
export const act = (
  summary: string,
  body: z.ZodType,
  status: 200 | 201 | 202 | 204,
  answer?: z.ZodType,
  parameters: readonly Json[] = [],
) => ({
  post: {
    summary,
    parameters,
    requestBody: { required: true, ...content(jsonSchema(body, 'input')) },
    responses: {
      [status]: { description: 'Done', ...(answer ? content(jsonSchema(answer, 'output')) : {}) },
      default: problem,
    },
  },
})

/** Needs no session. */
export const open = <T extends Readonly<Record<string, Json>>>(operations: T): Json =>
  Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [method, { ...operation, security: [] }]),
  )
