import { commandDefinitions } from '@hearth/contracts'
import { content, id, jsonSchema, parameter, problem, type Json } from './parts.ts'

const idempotencyKey = parameter(
  'header',
  'Idempotency-Key',
  'The command’s ID, a UUID; a repeated key never acts twice',
  { type: 'string', format: 'uuid' },
  true,
)
const outcome: Json = {
  type: 'object',
  required: ['id', 'revision', 'events'],
  properties: {
    id: { type: 'string' },
    revision: { type: 'integer' },
    events: { type: 'array', items: { type: 'string' } },
    undo: { type: 'object' },
  },
}

/** The routes of all commands. */
export const commandPaths = (): readonly (readonly [string, Json])[] =>
  [...commandDefinitions].flatMap(([type, { definition }]) => {
    const { route, ifMatch, schema, capability } = definition
    if (!route) return []
    const ifMatchHeader =
      ifMatch === 'none'
        ? []
        : [
            parameter(
              'header',
              'If-Match',
              'The revision you saw, in quotes',
              { type: 'string' },
              ifMatch === 'required',
            ),
          ]
    const post = {
      summary: type,
      description: `Needs ${capability}.`,
      parameters: [...(route.verb === undefined ? [] : [id]), idempotencyKey, ...ifMatchHeader],
      requestBody: { required: true, ...content(jsonSchema(schema, 'input')) },
      responses: {
        [route.verb === undefined ? 201 : 200]: {
          description: 'Done; send X-Position with reads that must see the change',
          ...content(outcome),
        },
        default: problem,
      },
    }
    return [
      [
        route.verb === undefined ? `/api/${route.collection}` : `/api/${route.collection}/{id}/${route.verb}`,
        { post },
      ] as const,
    ]
  })
