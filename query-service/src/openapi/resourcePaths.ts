import type { FilterKind, Resource } from '@hearth/contracts/kernel/resource'
import { remakeOf } from '../runtime/asOf.ts'
import { EXPORT_ENDINGS } from '../runtime/exportFormats.ts'
import { fileContent } from './fileContent.ts'
import { content, get, id, parameter, type Json } from './parts.ts'

const filterWords = ([name, kind]: readonly [string, FilterKind]) =>
  kind === 'equals'
    ? `${name}: a value or a list`
    : kind === 'range'
      ? `${name}_gte, ${name}_lte`
      : 'search' in kind
        ? `${name}: words`
        : 'lacks' in kind
          ? `${name}: an id`
          : `${name}: {"from": date, "to": date}`

/** List, one row and export of a resource. */
export const resourcePaths = (resource: Resource): readonly (readonly [string, Json])[] => {
  const { name, sort, filter } = resource
  const row = { $ref: `#/components/schemas/${name}` }
  const listed = resource.listRow ? { $ref: `#/components/schemas/${name}-listed` } : row
  const ordered = parameter('query', 'sort', `["<field>","ASC"|"DESC"]; fields: id, ${sort.join(', ')}`)
  const narrowed = parameter(
    'query',
    'filter',
    `JSON object; ${['id: an id or a list', ...Object.entries(filter).map(filterWords)].join('; ')}`,
  )
  const past = remakeOf(resource.table)
    ? [
        parameter('query', 'asOf', 'An instant: the state at that time'),
        parameter('query', 'recordedBy', 'Staff: what had been recorded by then'),
      ]
    : []
  const range = parameter('query', 'range', '[<first>,<last>], at most 100 rows')
  return [
    [
      `/api/${name}`,
      get(
        `List ${name}`,
        [ordered, range, narrowed],
        'Rows; Content-Range has the total',
        content({ type: 'array', items: listed }),
      ),
    ],
    [
      `/api/${name}/{id}`,
      get(`One of ${name}`, [id, ...past], 'The row; ETag has its revision', content(row)),
    ],
    ...(resource.export
      ? EXPORT_ENDINGS.map(
          (ending) =>
            [
              `/api/${name}.${ending}`,
              get(`Export ${name}`, [ordered, narrowed], 'All rows', fileContent(ending)),
            ] as const,
        )
      : []),
  ]
}
