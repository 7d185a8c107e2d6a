import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { useSession } from '../../session/session.ts'
import type { Column } from './ListTable.tsx'

/** The column with the rows' account, for staff who list all accounts; none for the others. */
export const useAccountColumn = <R extends Readonly<{ hostAccountId: string }>>(
  rows: readonly R[],
  label: string,
): Column<R>[] => {
  const ofAllAccounts = useSession()?.account === null
  const accountOf = useAccountNames(ofAllAccounts ? rows.map(({ hostAccountId }) => hostAccountId) : [])
  return ofAllAccounts
    ? [
        {
          key: 'account',
          label,
          render: ({ hostAccountId }) => <span className="q">{accountOf(hostAccountId)}</span>,
        },
      ]
    : []
}
