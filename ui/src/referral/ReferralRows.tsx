import { useListContext } from 'react-admin'
import { Money } from '../components/display/Money.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ListRows } from '../components/list/ListRows.tsx'
import type { Column } from '../components/list/ListTable.tsx'
import { useAccountColumn } from '../components/list/useAccountColumn.tsx'
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
export const Reward = ({ row }: { row: Referral }) => (
  <span className={row.state === 'qualified' || row.state === 'rewarded' ? 'strong' : 'q'}>
    <Money amountMinor={isOver(row.state) ? 0 : row.rewardMinor} currency={row.currency} />
  </span>
)

const useColumns = (rows: readonly Referral[]): Column<Referral>[] => {
  const t = useText()
  const account = useAccountColumn(rows, t('referral.columns.account'))
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
    ...account,
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

/** A referral on a phone. */
const Card = ({ row }: { row: Referral }) => {
  const t = useText()
  return (
    <>
      <span className={styles['row']}>
        <b className="clip">{nameReferral(row, t)}</b>
        <ReferralState row={row} />
      </span>
      <span className={styles['row']}>
        <span>{describeNext(row, t)}</span>
        <Reward row={row} />
      </span>
      <span className="small q num">{describeUntil(row, t)}</span>
    </>
  )
}

/** The invitations of the account, the newest first; staff see those of all accounts. */
export const ReferralRows = () => {
  const t = useText()
  const isHost = useSession()?.account != null
  const { data } = useListContext<Referral>()
  return (
    <ListRows<Referral>
      label={t('referral.title')}
      columns={useColumns(data ?? [])}
      nameOf={(row) => nameReferral(row, t)}
      pathOf={({ id }) => to.referral(id)}
      Card={Card}
      failed={t('referral.failed')}
      empty={
        <EmptyState
          icon="users"
          title={t(isHost ? 'referral.none' : 'referral.noneStaff')}
          text={t(isHost ? 'referral.noneText' : 'referral.noneStaffText')}
        />
      }
    />
  )
}
