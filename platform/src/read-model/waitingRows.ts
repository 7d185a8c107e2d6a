import type { Waiting } from '@hearth/contracts/kernel/resource'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { snake } from './columns.ts'

const equals = ([field, value]: [string, string]) =>
  `${escapeIdentifier(snake(field))} = ${escapeLiteral(value)}`
const contains = ([field, value]: [string, unknown]) =>
  `${escapeIdentifier(snake(field))} @> ${escapeLiteral(JSON.stringify(value))}`

/** Which rows wait there. Written out in constants, so that the planner sees that the partial index fits. */
export const waitingCondition = ({ where, contains: parts = {} }: Waiting): string =>
  [...Object.entries(where).map(equals), ...Object.entries(parts).map(contains)].join(' and ')

/**
 * One page of the rows of a table that wait: $1 until when, $2 and $3 the last page's last instant and id, $4
 * how many.
 */
export const waitingPageSql = (table: string, waiting: Waiting, columns: string): string => {
  const at = escapeIdentifier(snake(waiting.at))
  return `
    select id, ${at} as at, ${columns}
    from ${table}
    where ${waitingCondition(waiting)} and ${at} <= $1 and (${at}, id) > ($2::timestamptz, $3)
    order by ${at}, id
    limit $4`
}

/**
 * One page of the owners of rows that wait: $1 until when, $2 the last page's last owner, $3 how many. From
 * each it goes on to the next one in the index, so that it takes as long as there are owners, however much
 * waits.
 */
export const waitingOwnersSql = (table: string, waiting: Waiting & Readonly<{ owner: string }>): string => {
  const owner = escapeIdentifier(snake(waiting.owner))
  const next = (after: string) =>
    `
      select ${owner}
      from ${table}
      where
        ${waitingCondition(waiting)}
        and ${escapeIdentifier(snake(waiting.at))} <= $1
        and ${owner} > ${after}
      order by ${owner}
      limit 1`
  return `
    with recursive
      found (id) as (
        (${next('$2')})
        union all
        select (${next('found.id')})
        from found
        where found.id is not null
      )
    select id
    from found
    where id is not null
    limit $3`
}
