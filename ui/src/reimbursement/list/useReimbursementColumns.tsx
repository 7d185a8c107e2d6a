import { formatAmount } from '@hearth/contracts/kernel/money'
import { Money } from '../../components/display/Money.tsx'
import type { Column } from '../../components/list/ListTable.tsx'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { useListings } from '../../data/queries/useListings.ts'
import type { ListedReimbursement } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { ReimbursementStatus } from '../parts/ReimbursementStatus.tsx'
import { Until } from '../parts/Until.tsx'
import { useNextStep } from '../parts/useNextStep.ts'
import styles from './ReimbursementList.module.css'

type Columns = Column<ListedReimbursement>[]

/** What the claim is for: its items, or its kind while it has none. */
export const nameItems = ({ titles, kind }: ListedReimbursement, t: Text): string =>
  titles === null || titles.length === 0 ? t(`reimbursement.kind.${kind}`) : titles.join(', ')

/** What was approved, once it was decided. */
export const Approved = ({ approvedMinor, currency }: ListedReimbursement) => {
  const t = useText()
  if (approvedMinor === null) return <span className="c">{t('reimbursement.undecided')}</span>
  return <span className="strong num">{formatAmount(approvedMinor, currency)}</span>
}

/** Who moves next, and until when. */
export const NextStep = ({ claim }: Readonly<{ claim: ListedReimbursement }>) => {
  const nameStep = useNextStep()
  const isHost = useSession()?.account != null
  return (
    <span className={styles['next']}>
      {nameStep(claim)}
      <span className="small">
        {claim.dueAt !== null && (
          <Until dueAt={claim.dueAt} urgent={claim.awaiting === (isHost ? 'host' : 'staff')} />
        )}
      </span>
    </span>
  )
}

const moneyColumns = (t: Text): Columns => [
  {
    key: 'claimed',
    label: t('reimbursement.columns.claimed'),
    sort: 'claimedMinor',
    opens: 'booking.money',
    align: 'right',
    render: ({ claimedMinor, currency }) =>
      claimedMinor === null ? null : <Money amountMinor={claimedMinor} currency={currency} />,
  },
  {
    key: 'approved',
    label: t('reimbursement.columns.approved'),
    sort: 'approvedMinor',
    opens: 'booking.money',
    align: 'right',
    render: (row) => <Approved {...row} />,
  },
]

const stateColumns = (t: Text): Columns => [
  {
    key: 'status',
    label: t('reimbursement.columns.status'),
    sort: 'status',
    steady: true,
    render: (row) => <ReimbursementStatus claim={row} />,
  },
  {
    key: 'next',
    label: t('reimbursement.columns.next'),
    sort: 'dueAt',
    steady: true,
    render: (row) => <NextStep claim={row} />,
  },
  {
    key: 'code',
    label: t('reimbursement.columns.code'),
    hiddenBelow: 1080,
    render: ({ code }) => <span className="c num">{code}</span>,
  },
]

/** Whose stay first, then what for, how much, and who moves next. */
export const useReimbursementColumns = (rows: readonly ListedReimbursement[]): Columns => {
  const t = useText()
  const ofAllAccounts = useSession()?.account === null
  const listings = useListings(rows.map(({ listingId }) => listingId))
  const accountOf = useAccountNames(ofAllAccounts ? rows.map(({ hostAccountId }) => hostAccountId) : [])
  return [
    {
      key: 'about',
      label: t('reimbursement.columns.about'),
      link: true,
      render: ({ guestName, code, kind, listingId }) => (
        <span className={styles['cell']}>
          {guestName ?? (kind === 'expense' ? t('reimbursement.kind.expense') : code)}
          <span className="small q">{listings.get(listingId)?.title}</span>
        </span>
      ),
    },
    ...(ofAllAccounts
      ? [
          {
            key: 'account',
            label: t('reimbursement.columns.account'),
            render: ({ hostAccountId }: ListedReimbursement) => (
              <span className="q">{accountOf(hostAccountId)}</span>
            ),
          },
        ]
      : []),
    {
      key: 'what',
      label: t('reimbursement.columns.what'),
      opens: 'reimbursement.texts',
      fluid: true,
      render: (row) => nameItems(row, t),
    },
    ...moneyColumns(t),
    ...stateColumns(t),
  ]
}
