import { formatAmount } from '@hearth/contracts/kernel/money'
import type { DecisionOutcome } from '@hearth/contracts/request'
import { Icon } from '../components/display/icons.tsx'
import { Money } from '../components/display/Money.tsx'
import { requestTexts } from '../i18n/en/request.ts'
import { useText, type Text } from '../i18n/text.ts'
import styles from './MoneyLines.module.css'

type Amounts = Readonly<{ beforeMinor: number; afterMinor: number }>
type LineCode = Exclude<keyof typeof requestTexts.money.lines, 'tax'>
const isLineCode = (code: string): code is LineCode =>
  code !== 'tax' && Object.hasOwn(requestTexts.money.lines, code)

const nameLine = (code: string, t: Text): string =>
  isLineCode(code)
    ? t(`request.money.lines.${code}`)
    : t('request.money.lines.tax', { code: code.replace(/^tax:/, '').replaceAll('_', ' ') })

const Line = ({
  name,
  amounts: { beforeMinor, afterMinor },
  outcome: { currency },
  isNew,
  sum = false,
}: {
  name: string
  amounts: Amounts
  outcome: DecisionOutcome
  isNew: boolean
  sum?: boolean
}) => {
  const change = afterMinor - beforeMinor
  return (
    <tr className={sum ? styles['sum'] : undefined}>
      <th scope="row">{name}</th>
      {!isNew && <td className={styles['now']}>{formatAmount(beforeMinor, currency)}</td>}
      <td>
        {sum ? <Money amountMinor={afterMinor} currency={currency} /> : formatAmount(afterMinor, currency)}
      </td>
      {!isNew && (
        <td>
          <Money bare signed amountMinor={change} currency={currency} />
        </td>
      )}
    </tr>
  )
}

/** Whether the parts are what the host receives, before and after. */
const addUp = ({ lines, hostPayout }: DecisionOutcome) =>
  lines.reduce((sum, { beforeMinor }) => sum + beforeMinor, 0) === hostPayout.beforeMinor &&
  lines.reduce((sum, { afterMinor }) => sum + afterMinor, 0) === hostPayout.afterMinor

/**
 * The money line by line, now and after the decision, and whether it adds up; only after it, where there is
 * no booking yet. `after`: what the second is.
 */
export const MoneyLines = ({ outcome, after }: { outcome: DecisionOutcome; after: string }) => {
  const t = useText()
  const right = addUp(outcome)
  const isNew = outcome.guestTotal.beforeMinor === 0 && outcome.hostPayout.beforeMinor === 0
  const of = { outcome, isNew }
  return (
    <>
      <table className={styles['lines']}>
        <thead>
          <tr>
            <th scope="col">{t('request.money.part')}</th>
            {!isNew && (
              <th scope="col" className={styles['now']}>
                {t('request.money.now')}
              </th>
            )}
            <th scope="col">{after}</th>
            {!isNew && <th scope="col">{t('request.money.change')}</th>}
          </tr>
        </thead>
        <tbody>
          {outcome.lines.map((line) => (
            <Line key={line.code} name={nameLine(line.code, t)} amounts={line} {...of} />
          ))}
          <Line sum name={t('request.money.youReceive')} amounts={outcome.hostPayout} {...of} />
          <Line name={t('request.money.guestPays')} amounts={outcome.guestTotal} {...of} />
        </tbody>
      </table>
      <p className={`${styles['check']} ${right ? 'ok-ink' : 'bad-ink'}`}>
        <Icon name={right ? 'check' : 'alert'} size={16} />
        {t(right ? 'request.money.addsUp' : 'request.money.doesNotAddUp')}
      </p>
    </>
  )
}
