import { useQuery } from '@tanstack/react-query'
import { useGetList, useGetOne } from 'react-admin'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { StatementContent, statements } from '@hearth/contracts/statement'
import { getJson } from '../data/http/http.ts'

export type Statement = Shown<typeof statements>

/** The most that one request may ask for; eight years of statements. */
const MAX_ROWS = 100

export const statementPath = (id: string, file: 'content' | 'document.pdf' | 'entries.csv'): string =>
  `/api/statements/${encodeURIComponent(id)}/${file}`

export const useStatement = (id: string) => useGetOne<Statement>('statements', { id })

/** What a locked statement says; it never changes. */
export const useStatementContent = ({ id, state }: Pick<Statement, 'id' | 'state'>) =>
  useQuery({
    queryKey: ['statements', 'content', id],
    queryFn: ({ signal }) => getJson<StatementContent>(statementPath(id, 'content'), signal),
    enabled: state === 'locked',
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The later statements of the account that correct this month. */
export const useLaterStatements = ({ hostAccountId, month }: Statement): readonly Statement[] => {
  const { data = [] } = useGetList<Statement>('statements', {
    filter: { hostAccountId, state: 'locked' },
    sort: { field: 'month', order: 'DESC' },
    pagination: { page: 1, perPage: MAX_ROWS },
  })
  return data.filter(({ adjustments }) => adjustments.some((adjustment) => adjustment.month === month))
}
