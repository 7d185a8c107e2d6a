import { Link } from 'react-router-dom'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { ItemRow } from '@hearth/contracts/reimbursement'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { moneyText } from '../../components/display/Money.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSees, useSession } from '../../session/session.ts'
import { SumTable } from '../parts/SumTable.tsx'
import styles from './Claim.module.css'

const FUNDED = {
  guest: 'reimbursement.money.guestPays',
  fund: 'reimbursement.money.fundPays',
  hearth: 'reimbursement.money.hearthPays',
} as const

/** Where the money is: in the payouts once it was paid, and who bears it. */
const Payments = ({ claim }: Readonly<{ claim: ReimbursementRecord }>) => {
  const t = useText()
  const seesLedger = useSees('ledger.read') && useSession()?.account !== null
  const { payments, fundedBy, approvedMinor, currency } = claim
  const paid = payments ?? []
  return (
    <div className={styles['part']}>
      {approvedMinor === 0 && <p>{t('reimbursement.money.nothing')}</p>}
      {paid.length === 0 && approvedMinor !== 0 && <p>{t('reimbursement.money.willPay')}</p>}
      {paid.map(({ version, amountMinor, at }) => (
        <p key={version}>
          {t('reimbursement.money.paidAmount', {
            amount: moneyText(amountMinor, currency),
            at: formatReaderInstant(at),
          })}
        </p>
      ))}
      {fundedBy !== null && <p className="small q">{t(FUNDED[fundedBy])}</p>}
      {paid.length > 0 && seesLedger && (
        <p>
          <Link className="link" to={to.payouts({ period: 'all', view: 'booking' })}>
            {t('reimbursement.money.toPayouts')}
          </Link>
        </p>
      )}
    </div>
  )
}

/** What the host gets, item by item, or would most likely get; and that it adds up. */
export const MoneyCard = ({
  claim,
  items,
}: Readonly<{ claim: ReimbursementRecord; items: readonly ItemRow[] }>) => {
  const t = useText()
  const { approvedMinor, claimedMinor, mostMinor, currency } = claim
  if (claimedMinor === null || mostMinor === null) return null
  const amount = formatAmount(claimedMinor, currency)
  const decided = approvedMinor !== null
  return (
    <Card title={t(decided ? 'reimbursement.money.get' : 'reimbursement.money.may')}>
      <div className={styles['part']}>
        <SumTable
          lines={items.map(({ itemId, description, decision, mostMinor: most }) => ({
            key: itemId,
            name: description,
            amountMinor: decided ? (decision?.approvedMinor ?? 0) : most,
          }))}
          total={t(decided ? 'reimbursement.money.approved' : 'reimbursement.money.likely', { amount })}
          totalMinor={approvedMinor ?? mostMinor}
          currency={currency}
        />
        {!decided && <p className="small q">{t('reimbursement.money.sameRules')}</p>}
      </div>
      {decided && <Payments claim={claim} />}
    </Card>
  )
}
