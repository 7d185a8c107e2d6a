import type { ReactNode } from 'react'
import type { CancellationQuote } from '@hearth/contracts/booking'
import type { OpenBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Money } from '../../components/display/Money.tsx'
import styles from './CancelPage.module.css'
import { firstName } from './firstName.ts'
import type { Choice } from './useCancelForm.ts'
import { useScenarioTexts } from './useScenarioTexts.ts'

type Props = {
  booking: OpenBooking
  quote: CancellationQuote
  choice: Choice
  onChoose: (choice: Choice) => void
}

/** Three futures in one grid, so the eye compares line by line; the chosen column has the border. */
export const ScenarioGrid = ({ booking, quote: { scenarios, currency }, choice, onChoose }: Props) => {
  const t = useText()
  const describe = useScenarioTexts(booking)
  const columns = scenarios.map((scenario) => ({ key: scenario.key, ...describe(scenario) }))
  const selected = columns.findIndex(({ key }) => key === choice)
  const row = (label: string, cell: (column: (typeof columns)[number]) => ReactNode, className?: string) => (
    <tr className={className}>
      <th scope="row">{label}</th>
      {columns.map((column) => (
        <td key={column.key}>{cell(column)}</td>
      ))}
    </tr>
  )
  return (
    <div className={styles['grid']}>
      <table>
        <caption className="sr">{t('cancel.who')}</caption>
        <colgroup>
          <col style={{ width: 136 }} />
          {columns.map(({ key }) => (
            <col key={key} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td>
              <span className="sr">{t('cancel.who')}</span>
            </td>
            {columns.map(({ key, title, sub }) => (
              <th key={key} scope="col">
                <label>
                  <input
                    type="radio"
                    name="scenario"
                    checked={key === choice}
                    onChange={() => onChoose(key)}
                  />
                  {title}
                </label>
                <small className="num">{sub}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row(t('cancel.gets', { guest: firstName(booking.guestName) }), ({ refundMinor, refundSub }) => (
            <>
              <b>
                <Money amountMinor={refundMinor} currency={currency} />
              </b>
              {refundSub !== '' && <small>{refundSub}</small>}
            </>
          ))}
          {row(t('cancel.yourFee'), ({ feeMinor }) =>
            feeMinor > 0 ? (
              <b className="bad-ink">
                <Money amountMinor={-feeMinor} currency={currency} />
              </b>
            ) : (
              <b className="ok-ink">{t('cancel.none')}</b>
            ),
          )}
          {row(t('cancel.lost'), ({ lostMinor }) => (
            <b>
              <Money amountMinor={lostMinor} currency={currency} />
            </b>
          ))}
          {row(columns[0]?.nightsLabel ?? '', ({ nights, nightsStayBlocked }) => (
            <span className={nightsStayBlocked ? undefined : 'ok-ink'}>{nights}</span>
          ))}
          {row(
            t('cancel.inTotal'),
            ({ differenceMinor }) => (
              <b>
                <Money amountMinor={differenceMinor} currency={currency} />
              </b>
            ),
            styles['total'],
          )}
        </tbody>
      </table>
      {selected >= 0 && (
        <span
          aria-hidden
          className={styles['selected']}
          style={{
            left: `calc(136px + (100% - 136px) / ${columns.length} * ${selected} - 1px)`,
            width: `calc((100% - 136px) / ${columns.length} + 1px)`,
          }}
        />
      )}
    </div>
  )
}
