import type { Waiting } from '@hearth/contracts/kernel/resource'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { snake } from './columns.ts'

const equals = ([field, value]: [string, string]) => `${escapeIdentifier(snake(field))} = ${escapeLiteral(value)}`
const contains = ([field, value]: [string, unknown]) => `${escapeIdentifier(snake(field))} @> ${escapeLiteral(JSON.stringify(value))}`

/** Which rows wait there. Written out in constants, so that the planner sees that the partial index fits. */
export const waitingCondition = ({ where, contains: parts = {} }: Waiting): string =>
  [...Object.entries(where).map(equals), ...Object.entries(parts).map(contains)].join(' and ')

/** One page of the rows of a table that wait: $1 until when, $2 and $3 the last page's last instant and id, $4 how many. */
export const waitingPageSql = (table: string, waiting: Waiting, columns: string): string => {
  const at = escapeIdentifier(snake(waiting.at))
  return `select id, ${at} as at, ${columns} from ${table}
  where ${waitingCondition(waiting)} and ${at} <= $1 and (${at}, id) > ($2::timestamptz, $3) order by ${at}, id limit $4`
}
