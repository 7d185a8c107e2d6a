import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { Evidence as File, ItemRow, ReasonCode } from '@hearth/contracts/reimbursement'
import { formatDay } from '../../components/dates/localDate.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useText, type Text } from '../../i18n/text.ts'
import type { Tone } from '../../theme/tokens.ts'
import { describeFormula } from '../parts/describeFormula.ts'
import { Evidence } from '../parts/Evidence.tsx'
import { Formula } from '../../components/display/Formula.tsx'
import styles from './Items.module.css'

const REASON_TONES: Readonly<Record<ReasonCode, Tone>> = {
  approved_full: 'ok',
  repair: 'ok',
  depreciated: 'warn',
  above_market_quote: 'warn',
  pre_existing: 'bad',
  wear_and_tear: 'bad',
  no_evidence: 'bad',
  not_guest_caused: 'bad',
  excluded_item: 'bad',
  duplicate: 'bad',
}

export const Reason = ({ code }: Readonly<{ code: ReasonCode }>) => {
  const t = useText()
  return <StatusChip tone={REASON_TONES[code]}>{t(`reimbursement.reason.${code}`)}</StatusChip>
}

/** What the numbers of a formula mean, where they need a sentence. */
const explainFormula = ({ formula, purchasedOn }: ItemRow, t: Text): readonly string[] => [
  ...(purchasedOn === null ? [] : [t('reimbursement.item.bought', { month: formatDay(purchasedOn) })]),
  ...(formula.rule === 'repair' ? [t('reimbursement.item.repairFull')] : []),
  ...(formula.rule !== 'depreciated'
    ? []
    : formula.usefulLifeMonths === null
      ? [t('reimbursement.item.keepsValue')]
      : formula.ageMonths === null
        ? [t('reimbursement.item.unknownAge')]
        : formula.denominator === formula.usefulLifeMonths
          ? []
          : [t('reimbursement.item.floor')]),
]

/** Why the item brings what it does: the formula by the rules, or what was decided. */
const Why = ({
  item,
  currency,
  agreed,
}: Readonly<{ item: ItemRow; currency: Currency; agreed: boolean }>) => {
  const t = useText()
  const { decision, mostMinor } = item
  const denied = decision !== null && decision.approvedMinor === 0
  const formula = decision?.formula ?? item.formula
  return (
    <div className={styles['why']}>
      {!denied && (
        <Formula
          parts={describeFormula(
            formula,
            {
              amountMinor: decision?.approvedMinor ?? mostMinor,
              label: t(decision === null ? 'reimbursement.item.likely' : 'reimbursement.item.approved'),
              currency,
            },
            t,
          )}
        />
      )}
      {decision !== null && <p>{t(`reimbursement.reasonText.${decision.reason}`)}</p>}
      {decision?.note != null && <blockquote>{decision.note}</blockquote>}
      <p className="small q">
        {[
          ...(denied ? [] : explainFormula({ ...item, formula }, t)),
          ...(agreed ? [t('reimbursement.item.guestAgreed')] : []),
        ].join(' ')}
      </p>
    </div>
  )
}

type Props = Readonly<{
  item: ItemRow
  number: number
  files: readonly File[]
  currency: Currency
  /** The guest agreed to it. */
  agreed: boolean
}>

/** One item of a claim: what it is, its photos and papers, and why it brings what it does. */
export const ItemView = ({ item, number, files, currency, agreed }: Props) => {
  const t = useText()
  const { description, category, claimedMinor, decision } = item
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <h3>
          {number} {description}
        </h3>
        <span className="c small">{t(`reimbursement.category.${category}`)}</span>
        <span className="grow" />
        <span className="num q">
          {t('reimbursement.item.claimed', { amount: formatAmount(claimedMinor, currency) })}
        </span>
        {decision !== null && (
          <>
            <span className="num strong">{formatAmount(decision.approvedMinor, currency)}</span>
            <Reason code={decision.reason} />
          </>
        )}
      </div>
      <div className={styles['body']}>
        <Evidence files={files} item={description} />
        <Why item={item} currency={currency} agreed={agreed} />
      </div>
    </li>
  )
}
