import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { Money } from '../components/display/Money.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { ListTable, type Column } from '../components/list/ListTable.tsx'
import { TableFooter } from '../components/list/TableFooter.tsx'
import { TableSkeleton } from '../components/list/TableSkeleton.tsx'
import { useCards } from '../components/list/useCards.ts'
import { useAccountNames } from '../data/queries/useAccountNames.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { useSession } from '../session/session.ts'
import {
  describeNext,
  describeReward,
  describeUntil,
  formatReaderDay,
  isOver,
  nameReferral,
} from './formatReferral.ts'
import styles from './Referral.module.css'
import { ReferralState } from './ReferralState.tsx'
import type { Referral } from './useReferrals.ts'

/** The reward of the frozen terms; it counts unless the referral has ended without it. */
const Reward = ({ row }: { row: Referral }) => (
  <span className={row.state === 'qualified' || row.state === 'rewarded' ? 'strong' : 'q'}>
    <Money amountMinor={isOver(row.state) ? 0 : row.rewardMinor} currency={row.currency} />
  </span>
)

const useColumns = (rows: readonly Referral[]): Column<Referral>[] => {
  const t = useText()
  const ofAllAccounts = useSession()?.account === null
  const accountOf = useAccountNames(ofAllAccounts ? rows.map(({ hostAccountId }) => hostAccountId) : [])
  return [
    {
      key: 'host',
      label: t('referral.columns.host'),
      sort: 'invitedAt',
      link: true,
      render: (row) => (
        <span className={styles['two']}>
          <span className="strong">{nameReferral(row, t)}</span>
          <span className="small q num">
            {t('referral.invitedOn', { day: formatReaderDay(row.invitedAt) })}
          </span>
        </span>
      ),
    },
    ...(ofAllAccounts
      ? [
          {
            key: 'account',
            label: t('referral.columns.account'),
            render: ({ hostAccountId }: Referral) => <span className="q">{accountOf(hostAccountId)}</span>,
          },
        ]
      : []),
    {
      key: 'state',
      label: t('referral.columns.state'),
      sort: 'state',
      steady: true,
      render: (row) => <ReferralState row={row} />,
    },
    {
      key: 'next',
      label: t('referral.columns.next'),
      render: (row) => (
        <span className={styles['two']}>
          <span>{describeNext(row, t)}</span>
          <span className="small q num">{describeUntil(row, t)}</span>
        </span>
      ),
    },
    {
      key: 'reward',
      label: t('referral.columns.reward'),
      align: 'right',
      render: (row) => (
        <span className={styles['right']}>
          <Reward row={row} />
          <span className="small q num">{describeReward(row, t)}</span>
        </span>
      ),
    },
  ]
}

/** The list on a phone: one card each. */
const Cards = ({ rows }: { rows: readonly Referral[] }) => {
  const t = useText()
  return (
    <>
      <ul className={styles['cards']}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link className={styles['card']} data-row to={to.referral(row.id)}>
              <span className={styles['row']}>
                <b className="clip">{nameReferral(row, t)}</b>
                <ReferralState row={row} />
              </span>
              <span className={styles['row']}>
                <span>{describeNext(row, t)}</span>
                <Reward row={row} />
              </span>
              <span className="small q num">{describeUntil(row, t)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles['pages']}>
        <TableFooter />
      </div>
    </>
  )
}

/** The invitations of the account, the newest first; staff see those of all accounts. */
export const ReferralRows = () => {
  const t = useText()
  const cards = useCards()
  const isHost = useSession()?.account != null
  const { data, error, isPending, refetch, total } = useListContext<Referral>()
  const columns = useColumns(data ?? [])
  if (!error && data && total !== 0)
    return cards ? (
      <Cards rows={data} />
    ) : (
      <ListTable<Referral>
        columns={columns}
        label={t('referral.title')}
        nameOf={(row) => nameReferral(row, t)}
        pathOf={({ id }) => to.referral(id)}
      />
    )
  return (
    <div className={styles['frame']}>
      {error ? (
        <ErrorState title={t('referral.failed')} error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <TableSkeleton label={t('app.loading')} rows={6} />
      ) : (
        <EmptyState
          icon="users"
          title={t(isHost ? 'referral.none' : 'referral.noneStaff')}
          text={t(isHost ? 'referral.noneText' : 'referral.noneStaffText')}
        />
      )}
    </div>
  )
}
